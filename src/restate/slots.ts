import { object, type ObjectContext } from "@restatedev/restate-sdk";
import { z } from "zod";
import { SLOTS } from "./wire.ts";

const takeSchema = z.object({ ticket: z.string(), slots: z.number().int().positive(), depth: z.number().int().nonnegative() });
const giveSchema = z.object({ ticket: z.string() });

/** Asks for a slot: `ticket` is the awakeable that is resolved when it is granted. */
export type TakeSlot = z.infer<typeof takeSchema>;
/** Gives a slot back, or the place in the queue for one. */
export type GiveSlot = z.infer<typeof giveSchema>;

interface Waiting {
  readonly ticket: string;
  readonly depth: number;
}

/** The slots that several invocations of one run share: deeper agents first, then by age. It forgets all when nobody is left. */
export const slotsObject = object({
  name: SLOTS,
  options: { ingressPrivate: true },
  handlers: {
    take: async (ctx: ObjectContext, request: TakeSlot): Promise<void> => {
      const { ticket, slots, depth } = takeSchema.parse(request);
      const { held, waiting } = await read(ctx);
      if (held.length < slots) grant(ctx, held, ticket);
      else waiting.splice(placeOf(waiting, depth), 0, { ticket, depth });
      ctx.set("slots", slots);
      write(ctx, { held, waiting });
    },
    give: async (ctx: ObjectContext, request: GiveSlot): Promise<void> => {
      const { ticket } = giveSchema.parse(request);
      const all = await read(ctx);
      const slots = (await ctx.get<number>("slots")) ?? 1;
      const held = all.held.filter((other) => other !== ticket);
      const waiting = all.waiting.filter((other) => other.ticket !== ticket);
      while (held.length < slots && waiting.length > 0) grant(ctx, held, (waiting.shift() as Waiting).ticket); // there is one
      write(ctx, { held, waiting });
    },
  },
});

/** Its type, for those who call it. */
export type SlotsObject = typeof slotsObject;

interface Standing {
  readonly held: string[];
  readonly waiting: Waiting[];
}

async function read(ctx: ObjectContext): Promise<Standing> {
  return { held: (await ctx.get<string[]>("held")) ?? [], waiting: (await ctx.get<Waiting[]>("waiting")) ?? [] };
}

function write(ctx: ObjectContext, { held, waiting }: Standing): void {
  if (held.length + waiting.length === 0) return ctx.clearAll();
  ctx.set("held", held);
  ctx.set("waiting", waiting);
}

function grant(ctx: ObjectContext, held: string[], ticket: string): void {
  held.push(ticket);
  ctx.resolveAwakeable(ticket);
}

function placeOf(waiting: readonly Waiting[], depth: number): number {
  const behind = waiting.findIndex((other) => other.depth < depth);
  return behind === -1 ? waiting.length : behind;
}
