import { TroupeError } from "../core/errors.ts";

/** A distributed engine that could not be reached, or refused what it was asked. */
export class EngineError extends TroupeError {}
