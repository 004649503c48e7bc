import { describe, expect, it } from "vitest";
import { DefinitionError } from "../../src/index.ts";
import { documentsOf, folderTools } from "../../src/tools/index.ts";
import { temporaryFolder } from "./temporary-folder.ts";

describe("documentsOf", () => {
  it("counts the documents without reading them, empty ones aside", async () => {
    const tools = folderTools({ root: temporaryFolder({ "a.md": "x", "b.md": "", "c/d.py": "x" }) });

    expect(await documentsOf(tools)).toEqual({ count: 2, notes: [] });
  });

  it("rejects with the signal's reason", async () => {
    const tools = folderTools({ root: temporaryFolder() });
    const reason = new Error("enough");

    await expect(documentsOf(tools, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it("refuses tools that are not of this entry", async () => {
    const tools = folderTools({ root: temporaryFolder() });

    await expect(documentsOf({ ...tools })).rejects.toThrow(DefinitionError);
  });
});
