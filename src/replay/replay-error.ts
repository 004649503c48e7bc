import { TroupeError } from "../core/errors.ts";

/** A trace cannot be replayed as asked. The message is one sentence: what is missing, or which live call would be needed. */
export class ReplayError extends TroupeError {}
