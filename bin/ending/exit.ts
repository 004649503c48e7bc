/** How the program ends: completed, not completed, used wrongly, interrupted. */
export const EXIT = { completed: 0, notCompleted: 1, wrongUsage: 2, interrupted: 130 } as const;

/** One of the program's exit codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
