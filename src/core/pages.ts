import { z } from "zod";
import type { OfferedTool } from "./model.ts";
import { READ_ARTIFACT } from "./name.ts";
import { jsonSchemaOf } from "./tool.ts";

/** What `read_artifact` takes. */
export const pageParameters = z.object({
  name: z.string().describe("The name of the artifact."),
  from: z.number().int().nonnegative().default(0).describe("The character to begin with, counted from 0."),
});

/** The same, checked. */
export type PageArguments = z.output<typeof pageParameters>;

/** `read_artifact` as a model is offered it, once an observation had to be cut. */
export const PAGER: OfferedTool = Object.freeze({
  name: READ_ARTIFACT,
  description: "Read on in a text artifact, from a character on.",
  parameters: jsonSchemaOf(`tool '${READ_ARTIFACT}'`, pageParameters),
});
