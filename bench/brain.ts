/** What a workload asks for. A runtime hands it on to the brain and the echo tool and reads only `depth` and `traced`. */
export interface Shape {
  /** Tool turns of the agent, or of each specialist. */
  readonly turns: number;
  /** Delegations of the parent. */
  readonly count: number;
  /** Agents below the root, each delegating to the next. */
  readonly depth: number;
  /** How long each model call takes; 0 answers at once. */
  readonly latencyMs: number;
  /** Length of each tool result; 0 is a few characters. */
  readonly observationChars: number;
  /** Whether the runtime's own tracing is switched on. */
  readonly traced: boolean;
}

/** A part of a shape with the rest switched off. */
export function shapeOf(given: Partial<Shape>): Shape {
  return { turns: 0, count: 0, depth: 0, latencyMs: 0, observationChars: 0, traced: false, ...given };
}

/** One call of a tool that the brain asks for. */
export interface BrainCall {
  readonly id: string;
  readonly name: "echo" | "delegate";
  readonly args: { readonly x: number } | { readonly task: string };
}

/** What the brain decides: an answer, or calls. */
export type Decision =
  | { readonly text: string; readonly calls?: undefined }
  | { readonly text?: undefined; readonly calls: readonly BrainCall[] };

/** Answers the last message of a conversation; `isResult` says that it is a tool's result. */
export type Think = (last: string, isResult: boolean) => Promise<Decision>;

/** Which part a brain plays. */
export type Part = "worker" | "sequential" | "parallel" | "chain";

/** How often models and tools were called since `resetCounts`. */
export const counts = { modelCalls: 0, toolCalls: 0 };

/** Sets the counts to zero. */
export function resetCounts(): void {
  counts.modelCalls = 0;
  counts.toolCalls = 0;
}

/** While `opened` is a promise, every model call waits for it. */
export const gate: { opened: Promise<void> | null; waiting: number } = { opened: null, waiting: 0 };

/**
 * The scripted model that all runtimes share. It decides from the last message alone and in constant time, so that any
 * growth with the length of the history belongs to the runtime.
 *
 * worker: `task:ID` -> echo -> `x=...` -> echo ... -> `done:ID`, after `turns` echoes.
 * sequential: delegate `task:1` -> `done:1` -> delegate `task:2` ... parallel: all delegations in one turn.
 * chain: `depth:K` -> delegate `depth:K-1` ... -> `done:K`.
 */
export function brainOf(part: Part, shape: Shape): Think {
  const decide = PARTS[part];
  return async (last, isResult) => {
    counts.modelCalls++;
    if (gate.opened) {
      gate.waiting++;
      await gate.opened;
    }
    if (shape.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, shape.latencyMs));
    return decide(shape, last, isResult);
  };
}

/** The echo tool: a few characters, or a fresh flat text of `observationChars`. */
export function echoOf({ observationChars }: Shape): (args: { readonly x: number }) => string {
  return ({ x }) => {
    counts.toolCalls++;
    if (observationChars === 0) return `x=${x}`;
    return `x=${x};${Buffer.alloc(observationChars, 97 + (x % 26)).toString("latin1")}`;
  };
}

const PARTS: Readonly<Record<Part, (shape: Shape, last: string, isResult: boolean) => Decision>> = {
  worker: ({ turns }, last, isResult) => {
    const x = isResult ? numberIn(/x=(\d+)/, last) : numberIn(/task:(\d+)/, last) * 1000;
    return x % 1000 < turns ? { calls: [echo(x + 1)] } : { text: `done:${Math.floor(x / 1000)}` };
  },
  sequential: ({ count }, last, isResult) => {
    const done = isResult ? numberIn(/done:(\d+)/, last) : 0;
    return done < count ? { calls: [delegate(`task:${done + 1}`)] } : { text: `done:${done}` };
  },
  parallel: ({ count }, _last, isResult) => {
    if (isResult) return { text: `done:${count}` };
    return { calls: Array.from({ length: count }, (_, index) => delegate(`task:${index + 1}`)) };
  },
  chain: (_shape, last, isResult) => {
    if (isResult) return { text: `done:${numberIn(/done:(\d+)/, last) + 1}` };
    const left = numberIn(/depth:(\d+)/, last);
    return left > 0 ? { calls: [delegate(`depth:${left - 1}`)] } : { text: "done:0" };
  },
};

let nextCall = 1;

function echo(x: number): BrainCall {
  return { id: `c${nextCall++}`, name: "echo", args: { x } };
}

function delegate(task: string): BrainCall {
  return { id: `c${nextCall++}`, name: "delegate", args: { task } };
}

// The number stands near the start of the text, whatever a runtime puts before it; the rest is not looked at.
function numberIn(pattern: RegExp, text: string): number {
  return Number(pattern.exec(text.length > 8000 ? text.slice(0, 8000) : text)?.[1]);
}
