import { describe, expect, it } from "vitest";
import { AgentToolError } from "../../src/index.ts";
import { needed } from "../../src/tools/needed.ts";

const needs = { tool: "draw", packages: ["paper", "@scope/pencil"] };

function failsWith(message: string, code: string): Promise<Error> {
  const fails = (): Promise<never> => Promise.reject(Object.assign(new Error(message), { code }));
  return needed(needs, fails).then(
    () => new Error("it did not fail"),
    (error: Error) => error,
  );
}

describe("needed", () => {
  it("gives what it loads", async () => {
    expect(await needed(needs, () => Promise.resolve("loaded"))).toBe("loaded");
  });

  it("says what to install when a package is missing", async () => {
    const error = await failsWith("Cannot find package '@scope/pencil' imported from here", "ERR_MODULE_NOT_FOUND");

    expect(error).toBeInstanceOf(AgentToolError);
    expect(error.message).toBe("draw needs packages that are not installed here: npm install paper @scope/pencil");
  });

  it("is true of a real import that finds nothing", async () => {
    const name: string = "no-such-package-anywhere";

    await expect(needed({ tool: "draw", packages: [name] }, () => import(name))).rejects.toThrow(new AgentToolError("draw needs packages that are not installed here: npm install no-such-package-anywhere"));
  });

  it.each([
    { title: "another package", message: "Cannot find package 'brush' imported from here", code: "ERR_MODULE_NOT_FOUND" },
    { title: "anything else", message: "the paper 'paper' is wet", code: "EIO" },
  ])("leaves a failure of $title as it is", async ({ message, code }) => {
    expect(await failsWith(message, code)).toEqual(Object.assign(new Error(message), { code }));
  });
});
