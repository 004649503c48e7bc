import { stripVTControlCharacters } from "node:util";

/** Keeps the beginning and the end of what a command writes, however much that is. */
export class Output {
  readonly #half: number;
  #head = "";
  #tail = "";
  #chars = 0;

  constructor(maxChars: number) {
    this.#half = Math.ceil(maxChars / 2);
  }

  add(text: string): void {
    this.#chars += text.length;
    const room = this.#half - this.#head.length;
    this.#head += text.slice(0, room);
    if (text.length > room) this.#tail = (this.#tail + text.slice(room)).slice(-this.#half);
  }

  /** What was kept, without colours and the like, around a note that says how much is missing. */
  get text(): string {
    const missing = this.#chars - this.#head.length - this.#tail.length;
    const head = missing > 0 ? this.#head.replace(/[\uD800-\uDBFF]$/u, "") : this.#head;
    const tail = missing > 0 ? this.#tail.replace(/^[\uDC00-\uDFFF]/u, "") : this.#tail;
    const note = missing > 0 ? `\n[… ${missing} of ${this.#chars} characters left out …]\n` : "";
    return stripVTControlCharacters(head + note + tail);
  }
}
