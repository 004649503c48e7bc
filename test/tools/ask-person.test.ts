import { getEventListeners, once } from "node:events";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { AgentToolError, DefinitionError, fromAgent, run, scripted } from "../../src/index.ts";
import { askPerson, type AskPersonOptions } from "../../src/tools/index.ts";
import { askAtTerminal, type Terminal } from "../../src/tools/terminal.ts";

describe("askPerson", () => {
  it("asks what the model asks, says who asks, and gives the answer to the model", async () => {
    const asked: unknown[] = [];
    const ask = (question: string, by: { agent: string; path: string; signal: AbortSignal }): string => {
      asked.push([question, by.agent, by.path, by.signal.aborted]);
      return "Blue.";
    };
    const model = scripted([{ calls: [{ name: "ask_person", arguments: { question: "Which colour?" } }] }, "Blue it is."]);

    const { steps } = await run(fromAgent({ name: "painter", model, tools: [askPerson({ ask })] }), "Paint.");

    expect(asked).toEqual([["Which colour?", "painter", "0", false]]);
    expect(steps[1]?.observation).toBe("Blue.");
  });

  it.each([
    { title: "an empty answer", answer: " \n", text: "(the person gave no answer)" },
    { title: "a very long answer", answer: "x".repeat(20_001), text: `${"x".repeat(20_000)}\n[… the rest is left out: 20000 of 20001 characters are shown]` },
  ])("passes on $title as what it is", async ({ answer, text }) => {
    expect(await askPerson({ ask: () => answer }).execute({ question: "?" } as never, {} as never)).toBe(text);
  });

  it("fails as asking fails, and when what it gets is no text", async () => {
    const asked = (ask: AskPersonOptions["ask"]): unknown => askPerson(ask ? { ask } : {}).execute({ question: "?" } as never, {} as never);

    await expect(asked(() => Promise.reject(new AgentToolError("they are asleep")))).rejects.toThrow(new AgentToolError("they are asleep"));
    await expect(asked(() => 42 as unknown as string)).rejects.toThrow(new TypeError("askPerson: ask did not return a text"));
  });

  it("says that nobody is there where there is no terminal", async () => {
    const context = { signal: new AbortController().signal, agent: "a", path: "0" };

    await expect(askPerson().execute({ question: "?" } as never, context as never)).rejects.toThrow(
      new AgentToolError("nobody is there to answer: there is no terminal"),
    );
  });

  it("asks one question at a time", () => {
    expect(askPerson().exclusive).toBe(true);
  });

  it.each([
    { title: "something that is no function", options: { ask: "me" }, says: "ask is 'me'; allowed: a function" },
    { title: "an unknown key", options: { timeoutSeconds: 1 }, says: "timeoutSeconds is 1; allowed: no key of this name" },
  ])("refuses $title when it is made", ({ options, says }) => {
    const make = (): unknown => askPerson(options as unknown as AskPersonOptions);

    expect(make).toThrow(DefinitionError);
    expect(make).toThrow(`askPerson: ${says}`);
  });
});

interface PlayedTerminal extends Terminal {
  readonly input: PassThrough & { isTTY: boolean };
  readonly shown: () => string;
  /** Resolves when so many prompts have been shown. */
  readonly prompted: (count: number) => Promise<void>;
}

function terminal({ isTTY = true } = {}): PlayedTerminal {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY });
  let shown = "";
  output.on("data", (text: string) => (shown += text));
  const prompted = async (count: number): Promise<void> => {
    while (shown.split("\n> ").length <= count) await once(output, "data");
  };
  return { input, output, shown: () => shown, prompted };
}

describe("askAtTerminal", () => {
  const { signal } = new AbortController();

  it("shows the question on one line and gives the line that is written then, none of what was typed before", async () => {
    const played = terminal();

    const answer = askAtTerminal(played, { question: "Red\nor\u001B[2J \u202Eblue?", agent: "painter\u0007", signal });
    played.input.write("typed before\n");
    await played.prompted(1);
    played.input.write("blue, please\nand more\n");

    expect(await answer).toBe("blue, please");
    expect(played.shown()).toBe("painter\\u{7} asks: Red\\nor\\e[2J \\u{202e}blue?\n> ");
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("waits with a question until the one before is answered, and takes no answer for two", async () => {
    const played = terminal();

    const first = askAtTerminal(played, { question: "First?", agent: "a", signal });
    const second = askAtTerminal(played, { question: "Second?", agent: "b", signal });
    await played.prompted(1);
    played.input.write("one\n");
    expect(await first).toBe("one");
    expect(played.shown()).toBe("a asks: First?\n> ");
    await played.prompted(2);
    played.input.write("two\n");

    expect(await second).toBe("two");
    expect(played.shown()).toBe("a asks: First?\n> b asks: Second?\n> ");
  });

  it("says that the person has gone when the input ends", async () => {
    const played = terminal();

    const answer = askAtTerminal(played, { question: "?", agent: "a", signal });
    await played.prompted(1);
    played.input.end();

    await expect(answer).rejects.toThrow(new AgentToolError("the person ended the input without an answer"));
    await expect(askAtTerminal(played, { question: "?", agent: "a", signal })).rejects.toThrow("the person ended the input");
  });

  it("stops waiting with the signal's reason and lets go of the input", async () => {
    const played = terminal();
    const controller = new AbortController();
    const reason = new Error("enough");

    const answer = askAtTerminal(played, { question: "?", agent: "a", signal: controller.signal });
    await played.prompted(1);
    controller.abort(reason);

    await expect(answer).rejects.toBe(reason);
    expect(played.shown()).toBe("a asks: ?\n> ");
    expect([played.input.isPaused(), played.input.listenerCount("data")]).toEqual([true, 0]);
  });

  it("asks nobody where there is no terminal, or no time", async () => {
    const played = terminal({ isTTY: false });
    const reason = new Error("enough");

    await expect(askAtTerminal(played, { question: "?", agent: "a", signal })).rejects.toThrow("nobody is there to answer");
    await expect(askAtTerminal(terminal(), { question: "?", agent: "a", signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(played.shown()).toBe("");
  });
});
