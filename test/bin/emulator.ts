/**
 * The lines a terminal of this many rows shows after a text with the controls that drawing over lines needs (moves of
 * the cursor, erasing), down to the cursor's own. Rows that scroll out at the top are gone. Throws for other controls.
 */
export function screenAfter(text: string, rows: number): string[] {
  const screen = new Screen(rows);
  for (const [part, , argument, control] of text.matchAll(PARTS)) {
    if (control === undefined) screen.put(part);
    else screen.obey(control, argument ?? "");
  }
  return screen.lines();
}

const PARTS = /(\u001b\[([?\d;]*)([A-Za-z]))|[\s\S]/gu;

class Screen {
  readonly #rows: number;
  #lines: string[] = [""];
  #row = 0;
  #column = 0;

  constructor(rows: number) {
    this.#rows = rows;
  }

  // Down to the cursor, or to what stands below it.
  lines(): string[] {
    const lowest = this.#lines.findLastIndex((line) => line !== "");
    return this.#lines.slice(0, Math.max(this.#row, lowest) + 1);
  }

  put(character: string): void {
    if (character === "\r") this.#column = 0;
    else if (character === "\n") this.#nextLine();
    else this.#write(character);
  }

  obey(control: string, argument: string): void {
    const count = Number(argument || 1);
    switch (control) {
      case "A":
        this.#row = Math.max(0, this.#row - count);
        return;
      case "B":
        this.#moveDown(count);
        return;
      case "G":
        this.#column = count - 1;
        return;
      case "K":
        this.#lines[this.#row] = argument === "2" ? "" : this.#line().slice(0, this.#column);
        return;
      case "h":
      case "l":
      case "m":
        return; // the cursor's look, synchronized output and colours change no text
      default:
        throw new Error(`the emulator does not know the control ESC [ ${argument}${control}`);
    }
  }

  #line(): string {
    return this.#lines[this.#row] ?? "";
  }

  #write(character: string): void {
    const line = this.#line().padEnd(this.#column);
    this.#lines[this.#row] = line.slice(0, this.#column) + character + line.slice(this.#column + 1);
    this.#column += 1;
  }

  // A new line in a program's output begins at the left.
  #nextLine(): void {
    this.#column = 0;
    if (this.#row < this.#rows - 1) this.#moveDown(1);
    else this.#lines = [...this.#lines.slice(1), ""];
  }

  #moveDown(count: number): void {
    this.#row = Math.min(this.#rows - 1, this.#row + count);
    while (this.#lines.length <= this.#row) this.#lines.push("");
  }
}
