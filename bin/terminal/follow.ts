import { liveTree, type Run, type RunEvent, type RunHandle } from "../../src/index.ts";
import { errorOf, summaryOf } from "../../src/trace/heading.ts";
import { AnswerSoFar } from "./answer-so-far.ts";
import { framesOn } from "./frames.ts";
import { progressLine } from "./progress.ts";
import { screenOf } from "./streams.ts";

/** What the user sees of a run besides its answer. */
export interface Follower {
  /** Whether it draws the run on a screen, and so the answer while it comes. */
  readonly draws: boolean;
  /** Says something of the program's own, one safe line. */
  tell(text: string): void;
  /** Does something that needs the screen, such as asking; nothing is drawn meanwhile. */
  aside<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Hears of an event at the very moment, before what it tells of goes on; absent where nothing is drawn. */
  notice?(event: RunEvent): void;
  /** What the answer had come to where it was shown while it came, or null. A run that was cut may have no other answer. */
  readonly answerSoFar?: string | null;
  /** Shows a run under way, and how it ended. Resolves to the run. */
  follow(handle: RunHandle): Promise<Run>;
}

/** How a run is followed. */
export interface Following {
  readonly quiet: boolean;
  /** Whether the answer goes to a screen as well, so that it may be shown while it comes. */
  readonly showsAnswer: boolean;
}

/** The follower for a stream: the live tree on a terminal, a line now and then elsewhere, nothing at all when quiet. */
export function followerFor(stderr: NodeJS.WriteStream, { quiet, showsAnswer }: Following): Follower {
  if (quiet) return { draws: false, tell: () => undefined, aside: (work) => work(), follow: (handle) => handle.result };
  return screenOf(stderr, process.env).canRedraw ? new LiveFollower(stderr, showsAnswer) : plainFollower(stderr);
}

function plainFollower(stderr: NodeJS.WriteStream): Follower {
  const tell = (text: string): void => void stderr.write(`${text}\n`);
  return {
    draws: false,
    tell,
    aside: (work) => work(),
    async follow(handle) {
      let last = "";
      for await (const event of handle.events) {
        const line = progressLine(event);
        if (line !== null) tell((last = line));
      }
      const run = await handle.result;
      tell(endOf(run, last));
      return run;
    },
  };
}

function endOf(run: Run, shown: string): string {
  const error = errorBeyond(shown, run);
  return error === null ? summaryOf(run) : `${summaryOf(run)}: ${error}`;
}

// What went wrong, unless what was shown last has told it in full.
function errorBeyond(shown: string, run: Run): string | null {
  const error = errorOf(run);
  return error === null || shown.includes(error) ? null : error;
}

const MS_BETWEEN_FRAMES = 100;
const ANSWER_PART = 1 / 3; // of the screen, at most, for the answer while it comes

class LiveFollower implements Follower {
  readonly draws = true;
  readonly #stderr: NodeJS.WriteStream;
  readonly #frames: ReturnType<typeof framesOn>;
  readonly #answer: AnswerSoFar | null;
  #asides = 0;

  constructor(stderr: NodeJS.WriteStream, showsAnswer: boolean) {
    this.#stderr = stderr;
    this.#frames = framesOn(stderr);
    this.#answer = showsAnswer ? new AnswerSoFar() : null;
  }

  get answerSoFar(): string | null {
    return this.#answer?.text || null;
  }

  tell(text: string): void {
    if (this.#mayDraw) this.#frames.keep(text);
    else this.#stderr.write(`${text}\n`);
  }

  async aside<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#begin();
    try {
      return await work();
    } finally {
      this.#end();
    }
  }

  async follow(handle: RunHandle): Promise<Run> {
    const tree = liveTree(handle.snapshot());
    const { color } = screenOf(this.#stderr, process.env);
    const frame = (answerRows: number): string => {
      const { width, height } = screenOf(this.#stderr, process.env);
      const tail = this.#answer?.tail(width, Math.floor(answerRows * height)) ?? [];
      const below = tail.length > 0 ? ["", ...tail] : [];
      const rows = height - 1 - below.length; // the line below belongs to the cursor
      return [tree.frame({ now: Date.now(), width, height: rows, color }), ...below].join("\n");
    };
    const timer = setInterval(() => this.#mayDraw && this.#frames.draw(frame(ANSWER_PART)), MS_BETWEEN_FRAMES);
    let last = "";
    try {
      for await (const event of handle.events) {
        tree.see(event);
        this.#answer?.see(event);
      }
      if (this.#canDraw) this.#frames.draw((last = frame(0)));
    } finally {
      clearInterval(timer);
      this.#frames.done();
    }
    const run = await handle.result;
    const told = last === "" ? endOf(run, "") : errorBeyond(last, run); // all the rest the tree itself has told
    this.#stderr.write(told === null ? "\n" : `${told}\n\n`); // a blank line between the tree and the answer
    return run;
  }

  // A terminal may have been made too small meanwhile.
  get #canDraw(): boolean {
    return screenOf(this.#stderr, process.env).canRedraw;
  }

  get #mayDraw(): boolean {
    return this.#canDraw && this.#asides === 0; // else the screen belongs to a question
  }

  // The tool `ask_person` asks at the terminal by itself.
  notice(event: RunEvent): void {
    if (event.type !== "step.started" && event.type !== "step.ended") return;
    if (event.step.kind !== "tool" || event.step.name !== ASKS_AT_THE_TERMINAL) return;
    if (event.type === "step.started") this.#begin();
    else this.#end();
  }

  #begin(): void {
    this.#asides += 1;
    if (this.#asides === 1) this.#frames.lift();
  }

  #end(): void {
    this.#asides -= 1;
  }
}

const ASKS_AT_THE_TERMINAL = "ask_person";
