import { z } from "zod";
import { tool, type Tool } from "../index.ts";
import { linesOf } from "../search/lines.ts";
import { shownName } from "./file-name.ts";
import { checkedWriting, encoded, MAX_NAME_CHARS, type WritingOptions } from "./writing.ts";
import { writeInside } from "./write-inside.ts";

const parameters = z.object({
  file: z.string().min(1).max(MAX_NAME_CHARS).describe("The name of the file below the folder, such as notes/plan.md."),
  content: z.string().describe("All that the file will hold."),
});

/**
 * The tool `write_file`: writes whole text files below one folder, new ones and in the place of others, with the folders
 * they need. Each is written in one step or not at all. Nothing outside the folder is touched, no symbolic link followed,
 * no hidden file written. Throws `DefinitionError` for a folder that does not exist.
 */
export function writeFile(options: WritingOptions): Tool {
  const { folder, maxFileBytes, needsApproval } = checkedWriting("writeFile", options);
  return tool({
    name: "write_file",
    description: "Write a text file in the folder you work in. What the file held before is replaced as a whole.",
    parameters,
    exclusive: true,
    idempotent: true,
    needsApproval,
    execute: async ({ file, content }, { signal }) => {
      const bytes = encoded(file, content, maxFileBytes);
      const how = await writeInside({ folder, name: file, bytes, signal });
      return `${how} '${shownName(file)}': lines ${linesOf(content).length}, bytes ${bytes.length}`;
    },
  });
}
