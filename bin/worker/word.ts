import { z } from "zod";

const text = z.string();

const jobSchema = z.object({
  troupe: z.literal("job"),
  name: text,
  agent: text,
  model: text.exactOptional(),
  /** Whether the model was named on the command line, for these agents. */
  isModelGiven: z.boolean(),
  baseUrl: text.exactOptional(),
  price: text.exactOptional(),
  rate: text.exactOptional(),
  concurrency: text.exactOptional(),
  identityKeys: z.array(text),
});

/** What a process of a worker is to do: what it is called, whom it serves, and what it may use. */
export type WorkerJob = z.infer<typeof jobSchema>;

const wordSchema = z.discriminatedUnion("troupe", [
  z.object({ troupe: z.literal("alive") }),
  z.object({ troupe: z.literal("ready"), port: z.number(), agents: z.array(text) }),
  z.object({ troupe: z.literal("failed"), message: text, isWrongUsage: z.boolean() }),
]);

/** What a process of a worker tells the one that started it. */
export type WorkerWord = z.infer<typeof wordSchema>;

/** The job in a message; null for any other, which code of the user's may have sent. */
export function jobIn(message: unknown): WorkerJob | null {
  return jobSchema.safeParse(message).data ?? null;
}

/** The word in a message; null for any other, which code of the user's may have sent. */
export function wordIn(message: unknown): WorkerWord | null {
  return wordSchema.safeParse(message).data ?? null;
}
