import { z } from "zod";

/** The parameters of a tool that keeps something. A model that leaves one out is told so by the tool, in its own words. */
export function keyAndValue(key: string, value: string) {
  return z.object({ key: textOrNothing(key), value: textOrNothing(value) }).meta({ required: ["key", "value"] });
}

/** The parameter of a tool that looks something up. */
export function keyAlone(key: string) {
  return z.object({ key: z.string().describe(key) });
}

// Asked for in the schema that models see, and an empty text when it is missing all the same.
function textOrNothing(description: string) {
  return z.string().describe(description).optional().transform((text) => text ?? "");
}
