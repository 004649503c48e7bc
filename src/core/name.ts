import { z } from "zod";

const MAX_NAME_LENGTH = 64; // the shortest limit among the providers' tool-call formats
const NAME = /^[a-z][a-z0-9_-]*$/u;

/** The tool by which an agent that is asked for data gives it. */
export const FINAL_ANSWER = "final_answer";

/** The tool by which an agent with skills loads one. */
export const LOAD_SKILL = "load_skill";

/** The tool by which an agent reads on in an observation that had to be cut. */
export const READ_ARTIFACT = "read_artifact";

/** Names the library itself offers to models. */
const RESERVED: ReadonlySet<string> = new Set([FINAL_ANSWER, LOAD_SKILL, READ_ARTIFACT]);

const ALLOWED = `a name of at most ${MAX_NAME_LENGTH} characters: a small letter, then small letters, digits, _ and -`;

/** The name of an agent, a tool or a delegation: what models are offered and paths are made of. */
export const nameSchema = z
  .string(ALLOWED)
  .regex(NAME, ALLOWED)
  .max(MAX_NAME_LENGTH, ALLOWED)
  .refine((name) => !RESERVED.has(name), `a name other than ${[...RESERVED].join(", ")}, which are reserved`);
