import { ScriptError } from "../core/errors.ts";
import { turnId } from "../core/ids.ts";
import type { Model, ModelCallOptions, ModelPrice, ModelReply, ModelRequest } from "../core/model.ts";
import { isPromiseLike } from "../core/thenable.ts";
import type { Gate } from "./gate.ts";
import type { Reels, Taken } from "./reels.ts";
import { readyReply, type ReadyReply, type ScriptedFunction } from "./script.ts";
import { interruptible, waitSeconds } from "./waiting.ts";

/** A deterministic model that gives prepared replies and keeps what it was asked. Made by `scripted`. */
export interface ScriptedModel extends Model {
  /** Every request that reached the model, oldest first, with the messages as they stood when it was made. */
  readonly requests: readonly ModelRequest[];
  /** Throws `ScriptError` when replies are left, naming how many and for which path. */
  assertUsedUp(): void;
}

/** What a scripted model is besides its replies. */
export interface Player {
  readonly name: string;
  readonly supportsTools: boolean;
  readonly price?: ModelPrice;
  readonly gate?: Gate;
}

/** The model that gives the replies of `reels`. */
export function play(reels: Reels, { gate, ...player }: Player): ScriptedModel {
  const { name } = player;
  const requests: ModelRequest[] = [];
  return {
    ...player,
    requests,
    assertUsedUp: () => assertUsedUp(name, reels),
    // Only a call that waits looks at its signal: the engine makes one when it is first asked for, which is dear.
    async respond(request, options): Promise<ModelReply> {
      requests.push(asItStands(request));
      const { subject, reply } = take(name, reels, request);
      if (gate) await gate.pass(turnId(request.path, request.turn), options.signal);
      const ready = typeof reply === "function" ? await workedOut(subject, reply(request), options) : reply;
      if (ready.delaySeconds > 0) await waitSeconds(ready.delaySeconds, options);
      if (ready.failure) throw ready.failure.error;
      return ready.reply;
    },
  };
}

// A history only grows, so its first `length` messages stay the request, and recording it copies nothing.
function asItStands({ messages, ...rest }: ModelRequest): ModelRequest {
  const { length } = messages;
  return {
    get messages() {
      return messages.slice(0, length);
    },
    ...rest,
  };
}

function take(name: string, reels: Reels, { path, turn }: ModelRequest): Taken {
  const reel = reels.at(path);
  const reply = reel?.take();
  if (reply) return reply;
  const had = reel ? `its script${reel.where} had ${replies(reel.length)}` : `its script has lists for: ${reels.paths}`;
  throw new ScriptError(`model '${name}' has no reply for turn ${turn} of the agent at ${path}: ${had}`);
}

async function workedOut(subject: string, given: ReturnType<ScriptedFunction>, options: ModelCallOptions): Promise<ReadyReply> {
  if (isPromiseLike(given)) await settledOf(given, options.signal);
  return readyReply(`${subject}, from its function`, await given, "a text or { text?, calls?, ... }");
}

function settledOf(promise: PromiseLike<unknown>, signal: AbortSignal): Promise<void> {
  return interruptible(signal, (done) => {
    promise.then(done, done);
    return () => undefined; // a promise cannot be called off, only left alone
  });
}

function assertUsedUp(name: string, reels: Reels): void {
  const unused = reels.all().filter((reel) => reel.left > 0);
  if (unused.length === 0) return;
  const left = unused.map((reel) => `${reel.left} of ${replies(reel.length)}${reel.where}`).join(", ");
  throw new ScriptError(`model '${name}' was not asked for every reply of its script: ${left} left`);
}

function replies(count: number): string {
  return count === 1 ? "1 reply" : `${count} replies`;
}
