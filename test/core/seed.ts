/** The fixed seed of every property in this folder, so that a failure comes back on every machine. */
export const SEEDED = { seed: 20260101 } as const;
