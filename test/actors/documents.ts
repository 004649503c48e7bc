import { z } from "zod";
import { tool, type Tool } from "../../src/index.ts";
import { libraryOf, type Documents } from "../models/offline-library.ts";

/** The tools `search` and `read` over documents that stand in a test. */
export function documentTools(documents: Documents): readonly Tool[] {
  const observe = libraryOf(documents);
  return [
    tool({
      name: "search",
      description: "Search the documents.",
      parameters: z.object({ query: z.string() }),
      execute: (args) => observe("search", args),
    }),
    tool({
      name: "read",
      description: "Read lines of a document.",
      parameters: z.object({ file: z.string(), line: z.number().default(1), lines: z.number().default(60) }),
      execute: (args) => observe("read", args),
    }),
  ];
}
