import type { ModelRequest } from "../../src/core/model.ts";
import { offline } from "../../src/models/offline.ts";
import type { ScriptedReply, ScriptedTurn } from "../../src/models/script.ts";
import { scripted } from "../../src/models/scripted.ts";
import { describeModelContract } from "./contract.ts";

const echo = ({ messages, tools, path, turn }: ModelRequest): ScriptedTurn => ({
  text: `turn ${turn} of ${path}: ${messages.at(-1)?.content}`,
  calls: tools.map(({ name }) => ({ name, arguments: {} })),
});

describeModelContract("scripted", (pace) => {
  const reply: ScriptedReply = pace === "instant" ? echo : (request) => ({ ...echo(request), delaySeconds: request.turn });
  return scripted([reply], { repeatLast: true });
});

describeModelContract("offline", () => offline());
