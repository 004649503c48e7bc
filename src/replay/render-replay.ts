import { countOf } from "../trace/amounts.ts";
import { widthFrom, type TextOptions } from "../trace/analyse/text/text-width.ts";
import { inLine } from "../trace/in-line.ts";
import { paintFor } from "../trace/paint.ts";
import { cutToWidth } from "../trace/width.ts";
import type { Replay, ReplayDivergence } from "./replayed.ts";
import { partingOf } from "./parting.ts";

/**
 * What came of a replay, as text: whether the run came out the same, where it parted from the recorded one and by what,
 * what was asked live. Everything that came from models, tools and files is escaped; no line is wider than `width`, and
 * the text does not end in a line break. Throws `DefinitionError` for a width that is none.
 */
export function renderReplay(replay: Replay, options: TextOptions = {}): string {
  const width = widthFrom(options, "renderReplay");
  const paint = paintFor(options.color ?? false);
  const [head = "", ...rest] = linesOf(replay, width);
  return [paint(replay.isSame ? "good" : "strong", cutToWidth(head, width)), ...rest.map((line) => cutToWidth(line, width).trimEnd())].join(
    "\n",
  );
}

function linesOf({ run, isSame, divergence, firstDifference, replayed, live, unused }: Replay, width: number): string[] {
  const answered = `${countOf(replayed, "call")} answered from the trace`;
  const end = `ended ${run.stopReason ?? "not yet"}: ${inLine(run.output, width)}`;
  const notes = unused.map((key) => `nothing came of the set '${inLine(key, width)}': the replay never got there`);
  if (isSame) return [`the same run, byte for byte; ${answered}, no model was asked`, ...notes];
  const asked =
    live.length === 0 ? [] : [`asked live: ${countOf(live.length, "call")} (${live.map((id) => inLine(id, width)).join(", ")})`];
  if (divergence && divergence.recorded === null && divergence.reason === "changed") {
    return [
      `${inLine(divergence.id, width)} of '${inLine(divergence.agent, width)}' was asked something else than its trace says`,
      "the trace was changed, or another version of this program wrote it",
      answered,
    ];
  }
  if (divergence) {
    return [
      `parted at ${inLine(divergence.id, width)} of '${inLine(divergence.agent, width)}': ${REASONS[divergence.reason]}`,
      ...sides(divergence, width),
      answered,
      ...asked,
      ...notes,
      end,
    ];
  }
  const field = firstDifference?.field ?? "figures";
  const place = firstDifference?.id.b ?? firstDifference?.id.a ?? "the run";
  const texts = [firstDifference?.text.a, firstDifference?.text.b].flatMap((text, index) =>
    typeof text === "string" ? [side(index, text, width)] : [],
  );
  return [
    `every request was as it was asked, and yet the run differs, first in ${field} of ${inLine(place, width)}`,
    ...texts,
    answered,
    ...notes,
    end,
  ];
}

const REASONS: Readonly<Record<ReplayDivergence["reason"], string>> = {
  changed: "it is asked something else",
  new: "the run never came to that call",
  again: "its answer may not be used, so it is asked again",
  open: "the call was under way when the trace was written",
};

function sides({ recorded, now }: ReplayDivergence, width: number): string[] {
  const { place, then, after } = partingOf(recorded, now);
  const lines = [then, after].flatMap((text, index) => (text === null ? [] : [side(index, text, width)]));
  return place === null ? lines : [`  in ${inLine(place, width)}`, ...lines];
}

function side(index: number, text: string, width: number): string {
  return `  ${index === 0 ? "then" : "now "}: ${inLine(text, width)}`;
}
