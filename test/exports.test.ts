import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** What each entry of the package exports at run time. A name that is added or taken away is changed here on purpose. */
const PUBLIC: Readonly<Record<string, readonly string[]>> = {
  ".": [
    "APPROVAL_TOKEN",
    "AgentToolError",
    "DEFAULT_INSTRUCTIONS",
    "DefinitionError",
    "ModelError",
    "ModelUnavailableError",
    "ScriptError",
    "SkillFileError",
    "StoreError",
    "TraceError",
    "TroupeError",
    "UnfinishedAnswerError",
    "analyse",
    "availableModels",
    "delegate",
    "describeFinding",
    "diff",
    "escapeForTerminal",
    "escapeLines",
    "facts",
    "factsPrompt",
    "failOn",
    "findSteps",
    "fromAgent",
    "fromLanguageModel",
    "fromModerator",
    "guardrail",
    "liveTree",
    "memoryFactStore",
    "memoryJournal",
    "modelNamed",
    "offline",
    "parseTrace",
    "recall",
    "recallPrompt",
    "refine",
    "render",
    "renderDelegationTable",
    "renderDiff",
    "renderLoopTrace",
    "renderStats",
    "run",
    "runSchema",
    "runUntil",
    "scratchpad",
    "scripted",
    "searchMemory",
    "skill",
    "skillsFrom",
    "sqliteFactStore",
    "start",
    "structuredVerdict",
    "succeeded",
    "toChromeTrace",
    "toCsv",
    "toMarkdown",
    "toOtlp",
    "toSpeedscope",
    "tool",
    "traceToOpenTelemetry",
    "withFallback",
    "withPrices",
    "withRateLimit",
    "withRetry",
  ],
  "./actors": ["analyst", "critic", "lead", "researcher", "summariser", "writer"],
  "./testing": [
    "ClockError",
    "assertArtifact",
    "assertCompleted",
    "assertConserved",
    "assertDelegated",
    "assertQuiet",
    "assertUsedTools",
    "gate",
    "virtualClock",
  ],
  "./tools": ["askPerson", "calculate", "dependencyTools", "documentsOf", "editFile", "fetchPage", "folderTools", "runJavaScript", "shell", "writeFile"],
};

describe("the public names", () => {
  it.each(Object.entries(PUBLIC))("of the entry %s are these", async (entry, names) => {
    const exported = (await import(entry.replace(".", "troupe"))) as Record<string, unknown>;

    expect(Object.keys(exported).sort()).toEqual([...names].sort());
  });

  it("belong to the entries that package.json lists", () => {
    const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { exports: object };

    expect(Object.keys(manifest.exports).filter((entry) => entry !== "./package.json")).toEqual(Object.keys(PUBLIC));
  });
});
