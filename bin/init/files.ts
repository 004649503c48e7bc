/** What a first agent may be written in. */
export type Language = "typescript" | "javascript";

/** A file to be written, by its name in the folder. */
export interface FirstFile {
  readonly name: string;
  readonly text: string;
}

/** The files of a first agent: the agent, the notes it reads, and a test that needs no key and no network. */
export function firstFiles(language: Language): readonly FirstFile[] {
  const ending = language === "typescript" ? "ts" : "mjs";
  return [
    { name: `agent.${ending}`, text: agentText(language, ending) },
    { name: "notes/library.md", text: NOTES },
    { name: `agent.test.${ending}`, text: testText(language, ending) },
  ];
}

const NOTES = `# The library

The library opens at nine on weekdays and at ten on Saturdays.

Books may be kept for four weeks. A book that is late costs ten cents a day.

Dogs wait outside, in the shade of the plane tree.
`;

function agentText(language: Language, ending: string): string {
  const isTyped = language === "typescript";
  const types = isTyped ? `import type { AgentLogic, Model } from "troupe";\n` : "";
  const parameter = isTyped ? "{ model }: { model: Model }): AgentLogic" : "{ model })";
  return `// A first agent: a lead that asks a librarian, who answers from the files in notes/.
//
//   npx troupe run "When does the library open on Saturdays?" --agent ./agent.${ending}
//
// Without --model the embedded model answers, which needs no key; --model openai/<id> and others are passed in here.
import { fileURLToPath } from "node:url";
${types}import { lead, researcher } from "troupe/actors";
import { folderTools } from "troupe/tools";

const { search, read } = folderTools({ root: fileURLToPath(new URL("notes", import.meta.url)) });

export default function agent(${parameter} {
  const librarian = researcher({
    name: "librarian",
    description: "Knows the library: when it opens, what books cost, who may come in.",
    tools: [search, read],
    model,
  });
  return lead({ name: "desk", team: [librarian], model });
}
`;
}

function testText(language: Language, ending: string): string {
  const [head, title, equals] =
    language === "typescript"
      ? [`import { expect, test } from "vitest";\n`, `test`, (got: string, wanted: string): string => `expect(${got}).toEqual(${wanted});`]
      : [
          `import assert from "node:assert/strict";\nimport { test } from "node:test";\n`,
          `test`,
          (got: string, wanted: string): string => `assert.deepEqual(${got}, ${wanted});`,
        ];
  const wanted = `["completed", "- The library opens at nine on weekdays and at ten on Saturdays. (library.md:3)"]`;
  return `${head}import { offline, run } from "troupe";
import agent from "./agent.${ending}";

${title}("the desk answers from the notes, with the source", async () => {
  const { stopReason, output } = await run(agent({ model: offline() }), "When does the library open on Saturdays?");

  ${equals("[stopReason, output]", wanted)}
});
`;
}
