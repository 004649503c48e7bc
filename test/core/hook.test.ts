import { describe, expect, expectTypeOf, it } from "vitest";
import { HOOK_NAMES, type HookEvents, type Hooks } from "../../src/core/hook.ts";

describe("HOOK_NAMES", () => {
  it("are the names of all hooks, in the order of a run", () => {
    expect(HOOK_NAMES).toStrictEqual([
      "runStarted",
      "turnStarted",
      "modelAnswered",
      "toolStarted",
      "toolEnded",
      "delegationStarted",
      "delegationEnded",
      "runEnded",
    ]);
  });

  it("leave out none that a type names", () => {
    expectTypeOf<(typeof HOOK_NAMES)[number]>().toEqualTypeOf<keyof HookEvents>();
    expectTypeOf<keyof Hooks>().toEqualTypeOf<keyof HookEvents>();
  });
});
