/** Hands on what a program prints until there is too much of it; counts the rest. */
export class Printer {
  readonly #note: (line: string) => void;
  readonly #maxChars: number;
  #chars = 0;
  #omitted = 0;

  constructor(note: (line: string) => void, maxChars: number) {
    this.#note = note;
    this.#maxChars = maxChars;
  }

  /** How many lines were not handed on, or not whole. */
  get omitted(): number {
    return this.#omitted;
  }

  /** Prints a line, which is only read when there is room for it: it may be long, and there may be very many. */
  print(readLine: () => string): void {
    const room = this.#maxChars - this.#chars;
    if (room <= 0) {
      this.#omitted += 1;
      return;
    }
    const line = readLine();
    if (line.length > room) this.#omitted += 1;
    this.#chars += line.length + 1;
    this.#note(line.slice(0, room));
  }
}
