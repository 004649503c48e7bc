import { checkArguments, readObject } from "../../core/arguments.ts";
import type { Artifact } from "../../core/artifact.ts";
import { wholeCharacters } from "../../core/cut.ts";
import { describeError } from "../../core/describe.ts";
import { AgentToolError } from "../../core/errors.ts";
import { READ_ARTIFACT } from "../../core/name.ts";
import { invalidArgumentsText, pageText } from "../../core/observation.ts";
import { pageParameters, type PageArguments } from "../../core/pages.ts";
import type { ToolStep } from "../../core/run.ts";
import type { OpenedCall } from "../engine/opened-call.ts";
import { endBuiltIn } from "./built-in.ts";
import { refuseCall } from "./calls.ts";

const ROOM_FOR_NOTE = 120;
const LEAST_PAGE = 40;

/** Reads one page of a text artifact: never more than an observation of this agent may have. */
export function readPage(call: OpenedCall<ToolStep>, raw: unknown): void {
  const object = readObject(raw);
  const checked = object.ok ? checkArguments(pageParameters, object.value) : object;
  if (checked instanceof Promise) return; // the parameters have no async check
  if (!checked.ok) return refuseCall(call, invalidArgumentsText(READ_ARTIFACT, checked.problem));
  try {
    const { name, from } = checked.value as PageArguments; // checked against its schema
    const observation = pageOf(call, call.scope.artifacts.require(name), from);
    endBuiltIn(call, { observation, output: observation });
  } catch (error) {
    refuseCall(call, describeError(error));
  }
}

function pageOf({ scope }: OpenedCall, artifact: Artifact, from: number): string {
  const text = textOf(artifact);
  const { name, mediaType, sizeBytes } = artifact;
  if (text === null) throw new AgentToolError(`artifact '${name}' is no text but ${mediaType}, ${sizeBytes} bytes`);
  const room = Math.max(LEAST_PAGE, (scope.agent.maxObservationChars ?? text.length + ROOM_FOR_NOTE) - ROOM_FOR_NOTE);
  const page = wholeCharacters(text.slice(from, from + room));
  return pageText(page, { from, of: text.length });
}

function textOf({ bytes }: Artifact): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
