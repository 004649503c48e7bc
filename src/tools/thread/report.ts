/** What a thread tells the one that started it: once that it is ready, any number of notes, and at last how it ended. */
export type Report<Result> =
  | { readonly type: "ready" }
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "ended"; readonly result: Result }
  | { readonly type: "failed"; readonly failure: Failure };

/** An error that crosses from thread to thread: its name, its message and, where it has one, its code. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code: string | null;
}

/** The error as it crosses to another thread; anything may have been thrown. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), code: null };
  const { code } = error as { code?: unknown };
  return { name: error.name, message: error.message, code: typeof code === "string" ? code : null };
}

/** What a thread failed with, on the side of the one that started it: under the same name, with the same message and code. */
export class ThreadError extends Error {
  readonly code: string | null;

  constructor({ name, message, code }: Failure) {
    super(message);
    this.name = name;
    this.code = code;
  }

  /** The thread lacked a package, which is no failure of its work. */
  get isMissingPackage(): boolean {
    return this.code === "ERR_MODULE_NOT_FOUND";
  }
}
