import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { argumentsLine, nameOf } from "../parts/step-words.ts";
import { Text } from "../parts/text.tsx";
import { usePage, useStateOf } from "../parts/use-store.ts";
import { countText, lineOf } from "../parts/words.ts";
import { select } from "../state/actions.ts";
import { conversationOf } from "../trace/conversation.ts";
import { givenIn, summedUpIn, type Conversation, type Spoken } from "../trace/spoken.ts";
import type { Trace } from "../trace/trace.ts";

const PAGE = 40;

/** Exactly what one agent's model saw, turn by turn; what came from a specialist is marked, and what was summed up later. */
export function ConversationView({ trace }: { trace: Trace }): JSX.Element {
  const { selected } = useStateOf("selected");
  const agent = agentOf(trace, selected);
  const conversation = useMemo(() => conversationOf(trace.run, trace.nodes, agent), [trace, agent]);
  const { spoken } = conversation;
  const [range, setRange] = useState({ agent: -1, first: 0, end: PAGE });
  const chosen = spoken.findIndex(({ node }) => node === selected);
  const shown =
    range.agent === agent && (chosen < 0 || (chosen >= range.first && chosen < range.end)) ? range : rangeAround(agent, chosen);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector(".is-selected")?.scrollIntoView({ block: "nearest" });
  }, [selected, agent]);
  return (
    <div class="view-column">
      <div class="view-bar">
        <b>{nameOf(trace, agent)}</b>
        <span class="view-fact">{factOf(conversation, spoken[chosen])}</span>
      </div>
      <div class="conversation" ref={box} tabIndex={0} role="log" aria-label={`Conversation of ${nameOf(trace, agent)}`}>
        {shown.first > 0 && (
          <button class="more" onClick={() => setRange({ ...shown, first: Math.max(0, shown.first - PAGE) })}>
            {countText(shown.first)} earlier messages
          </button>
        )}
        {spoken.slice(shown.first, shown.end).map((message, index) => (
          <Message
            key={shown.first + index}
            message={message}
            word={wordOf(message, conversation)}
            isFirstOfTurn={spoken[shown.first + index - 1]?.turn !== message.turn}
            isSelected={message.node === selected && message.node !== null}
          />
        ))}
        {shown.end < spoken.length && (
          <button class="more" onClick={() => setRange({ ...shown, end: shown.end + PAGE })}>
            {countText(spoken.length - shown.end)} later messages
          </button>
        )}
      </div>
    </div>
  );
}

// How much there is, and what of it the turn that is selected was given.
function factOf(conversation: Conversation, chosen: Spoken | undefined): string {
  const { spoken, isExact } = conversation;
  const summedUp = spoken.filter(({ until }) => until !== null).length;
  const all = `${countText(spoken.length)} messages in ${countText(spoken.at(-1)?.turn ?? 0)} turns`;
  if (!isExact) return `${all}; some were summed up on the way, and this older trace does not tell how many`;
  if (chosen?.role === "assistant") {
    return `${all}; turn ${chosen.turn} was given ${countText(givenIn(conversation, chosen.turn).length)} of them`;
  }
  if (summedUp > 0) return `${all}; ${countText(summedUp)} of them were summed up on the way`;
  return `${all}; its model saw these and nothing else`;
}

function rangeAround(agent: number, chosen: number): { agent: number; first: number; end: number } {
  const first = Math.max(0, Math.floor((Math.max(0, chosen) - PAGE / 4) / PAGE) * PAGE);
  return { agent, first, end: first + 2 * PAGE };
}

// The agent itself where one is selected, else the one whose step it is.
function agentOf({ nodes }: Trace, node: number): number {
  const isAgent = (nodes.ownLane[node] ?? -1) >= 0;
  return isAgent ? node : (nodes.lanes[nodes.lane[node] ?? 0] ?? 0);
}

const ROLE_WORDS: Readonly<Record<Spoken["role"], string>> = {
  system: "instructions",
  user: "goal",
  assistant: "model",
  tool: "observation",
};

function wordOf({ role, turn, isSummary }: Spoken, conversation: Conversation): string {
  if (!isSummary) return turn > 0 && role === "user" ? "last turn" : ROLE_WORDS[role];
  return `summary, in the place of ${conversation.isExact ? `${countText(summedUpIn(conversation, turn))} messages` : "earlier turns"}`;
}

interface MessageProps {
  readonly message: Spoken;
  /** What kind of message it is. */
  readonly word: string;
  readonly isFirstOfTurn: boolean;
  readonly isSelected: boolean;
}

function Message({ message, word, isFirstOfTurn, isSelected }: MessageProps): JSX.Element {
  const page = usePage();
  const { role, text, node, turn, calls, called, specialist, until } = message;
  const classes = [
    "message",
    `message-${role}`,
    specialist === null ? "" : "is-from-specialist",
    until === null ? "" : "is-summed-up",
    isSelected ? "is-selected" : "",
  ];
  return (
    <>
      {isFirstOfTurn && turn > 0 && <h2 class="turn">turn {turn}</h2>}
      <div class={classes.join(" ")}>
        <p class="message-head">
          <Icon
            name={specialist !== null ? "agent" : role === "tool" ? "tool" : role === "assistant" ? "model" : "run"}
            tone={specialist !== null ? "agent" : role === "assistant" ? "model" : role === "tool" ? "tool" : "quiet"}
          />
          <span class="label">{word}</span>
          {called !== null && <b>{lineOf(called, 80)}</b>}
          {specialist !== null && <span class="chip tone-agent">from {lineOf(specialist, 60)}</span>}
          {until !== null && <span class="chip">summed up in turn {until}</span>}
          {node !== null && (
            <button class="step-link" onClick={() => select(page, node)}>
              {specialist === null ? "the step" : "its own conversation"}
            </button>
          )}
        </p>
        {text === "" ? calls.length === 0 && <p class="quiet">(no text)</p> : <Text text={text} label={word} />}
        {calls.map(({ name, arguments: given, status, reason }, index) => (
          <p class="message-call" key={index}>
            <Icon name="link" /> <b>{lineOf(name, 80)}</b> <span>{argumentsLine(given)}</span>
            {status === "not_run" && <span class="chip tone-cut">not run: {lineOf(reason ?? "", 60)}</span>}
          </p>
        ))}
      </div>
    </>
  );
}
