import { describe, expect, test } from "vitest";
import type { ModelCallOptions, ModelReply } from "../../../src/core/model.ts";
import { Answer } from "../../../src/models/language-model/answer.ts";
import { fromLanguageModel } from "../../../src/models/language-model/from-language-model.ts";
import { optionsOf, requestOf } from "../request.ts";
import { finish, modelOf } from "./models.ts";

const PING = { type: "ping" };

/** So many pings that nobody waits for them; where nothing stops the reading, a test still ends. */
function* pings(before: readonly object[] = [], seen: (count: number) => void = () => undefined): Iterable<object> {
  yield* before;
  for (let count = 1; count <= 200_000; count += 1) {
    seen(count);
    yield PING;
  }
}

function ask(parts: () => Iterable<object>, options: Partial<ModelCallOptions> = {}): Promise<ModelReply> {
  return fromLanguageModel(modelOf({ parts })).respond(requestOf(), optionsOf({ onDelta: () => undefined, ...options }));
}

describe("a stream that always has one more part", () => {
  test("lets a signal fire in between", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const answer = ask(() => pings(), { signal: controller.signal });
    setImmediate(() => controller.abort(reason));

    await expect(answer).rejects.toBe(reason);
  });

  test.each([
    { title: "its answer", before: [{ type: "text-delta", id: "0", delta: "Far." }, finish()], ending: { text: "Far." } },
    { title: "an error", before: [{ type: "error", error: { code: 503, message: "gone" } }], ending: { status: 503 } },
  ])("is left a second after $title", async ({ before, ending }) => {
    let milliseconds = 0;
    let most = 0;
    const clock = { now: () => (milliseconds += 10), setTimeout: () => null, clearTimeout: () => undefined };

    expect(await ask(() => pings(before, (count) => (most = count)), { clock }).catch((error: unknown) => error)).toMatchObject(ending);
    expect(most).toBeLessThan(110);
  });

  test("is too long, though it says nothing", () => {
    const answer = new Answer("m");
    for (let count = 0; count < 1024 * 1024; count += 1) answer.add(PING);

    expect(() => answer.add(PING)).toThrow("model 'm' gave an answer of more than 1048576 parts, which is more than is read");
  });
});
