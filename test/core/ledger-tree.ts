import { Ledger, type Account, type Balance, type LedgerEntry, type Resource } from "../../src/core/ledger.ts";

/** Every resource an account may hold. */
export const RESOURCES: readonly Resource[] = ["steps", "toolCalls", "agents", "tokens", "cost"];

/** One resource of an account to be opened: nothing held, an amount carved out of the parent, or a mere ceiling. */
export interface Term {
  readonly how: "none" | "grant" | "ceiling";
  readonly amount: number;
}

/** One random move; `node`, `resource` and `reservation` are taken modulo what there is. */
export type Operation =
  | { readonly type: "open"; readonly node: number; readonly terms: readonly Term[] }
  | { readonly type: "spend" | "reserve"; readonly node: number; readonly resource: number; readonly amount: number }
  | { readonly type: "settle"; readonly reservation: number; readonly off: number }
  | { readonly type: "close"; readonly node: number };

interface Node {
  readonly account: Account;
  readonly parent: Node | null;
  readonly holds: ReadonlyMap<Resource, { readonly granted: number; readonly isCarved: boolean }>;
  isOpen: boolean;
}

interface Booking {
  readonly node: Node;
  readonly resource: Resource;
  readonly amount: number;
}

const MOST_NODES = 24;

/**
 * A tree of accounts beside a slow second bookkeeping: a list of what was spent and reserved, and where. The balances
 * that follow from the list are compared with those of the accounts.
 */
export class LedgerTree {
  /** What settled calls have cost beyond their reservations. */
  overshoot = 0;
  readonly #ledger = new Ledger(() => 0);
  readonly #nodes: Node[] = [];
  readonly #spent: Booking[] = [];
  #reserved: Booking[] = [];
  #lost: Booking[] = [];
  readonly #lastEntries = new Map<string, LedgerEntry>();
  #entriesRead = 0;

  constructor(pool: readonly (number | null)[]) {
    const granted = RESOURCES.map((resource, index) => [resource, pool[index] ?? null] as const).filter(([, amount]) => amount !== null);
    const account = this.#ledger.openPool("0", Object.fromEntries(granted));
    const holds = new Map(granted.map(([resource, amount]) => [resource, { granted: amount ?? 0, isCarved: true }]));
    this.#nodes.push({ account, parent: null, holds, isOpen: true });
  }

  apply(operation: Operation): void {
    switch (operation.type) {
      case "open":
        return this.#open(this.#nodeAt(operation.node), operation.terms);
      case "spend":
      case "reserve":
        return this.#take(operation.type, { node: this.#nodeAt(operation.node), resource: resourceAt(operation.resource), amount: operation.amount });
      case "settle":
        return this.#settle(operation.reservation, operation.off);
      case "close":
        return this.#closeBelowPool(this.#nodeAt(operation.node));
    }
  }

  closeAll(): void {
    this.#close(this.#nodes[0] as Node); // the pool, made by the constructor
  }

  /** Every balance that is not what the second bookkeeping says, in words. */
  differences(): readonly string[] {
    this.#readEntries();
    const found: string[] = [];
    for (const node of this.#nodes) {
      for (const [resource, { granted }] of node.holds) {
        const where = `${node.account.path} ${resource}`;
        const expected = this.#expected(node, resource, granted);
        const balance = node.account.balance(resource) as Balance; // it holds the resource
        const entry = this.#lastEntries.get(where) as LedgerEntry; // posted when the account was opened
        if (!isStanding(balance, expected) || balance.free !== expected.free) found.push(difference(where, balance, expected));
        if (!isStanding(entry, expected)) found.push(difference(`${where} in the entries`, entry, expected));
      }
    }
    return found;
  }

  #readEntries(): void {
    for (const entry of this.#ledger.entries.slice(this.#entriesRead)) this.#lastEntries.set(`${entry.path} ${entry.resource}`, entry);
    this.#entriesRead = this.#ledger.entries.length;
  }

  /** The accounts that have spent and reserved more than `allowed` beyond their grant. */
  overdrawn(allowed: number): readonly string[] {
    const found: string[] = [];
    for (const { account, holds } of this.#nodes) {
      for (const resource of holds.keys()) {
        const { granted, reserved, spent } = account.balance(resource) as Balance; // it holds the resource
        if (spent + reserved - granted > allowed) found.push(`${account.path} ${resource}`);
      }
    }
    return found;
  }

  poolSpent(): Partial<Record<Resource, number>> {
    const [pool] = this.#nodes as [Node];
    return Object.fromEntries([...pool.holds.keys()].map((resource) => [resource, pool.account.balance(resource)?.spent]));
  }

  /** The sum of every spending and every settled or abandoned reservation, for the resources that the pool holds. */
  everythingSpent(): Partial<Record<Resource, number>> {
    const [pool] = this.#nodes as [Node];
    return Object.fromEntries([...pool.holds.keys()].map((resource) => [resource, sum(this.#spent.filter((one) => one.resource === resource))]));
  }

  #nodeAt(index: number): Node {
    return this.#nodes[index % this.#nodes.length] as Node; // never empty
  }

  #open(parent: Node, terms: readonly Term[]): void {
    if (this.#nodes.length >= MOST_NODES) return;
    const holds = new Map<Resource, { granted: number; isCarved: boolean }>();
    const [grants, ceilings]: [Record<string, number>, Record<string, number>] = [{}, {}];
    for (const [index, { how, amount }] of terms.entries()) {
      const resource = resourceAt(index);
      const granted = how === "grant" ? Math.max(0, Math.min(amount, parent.account.free(resource) ?? amount)) : amount;
      if (how === "none" || (how === "grant" && parent.account.denial(resource, granted))) continue;
      (how === "grant" ? grants : ceilings)[resource] = granted;
      if (parent.isOpen) holds.set(resource, { granted, isCarved: how === "grant" });
    }
    const account = parent.account.open({ path: `${parent.account.path}/${this.#nodes.length}`, scope: "share", grants, ceilings });
    this.#nodes.push({ account, parent, holds, isOpen: parent.isOpen });
  }

  #take(type: "spend" | "reserve", booking: Booking): void {
    const { node, resource, amount } = booking;
    if (node.account.denial(resource, amount)) return;
    node.account[type](resource, amount);
    (type === "spend" ? this.#spent : this.#reserved).push(booking);
  }

  #settle(index: number, off: number): void {
    const all = [...this.#reserved, ...this.#lost];
    const booking = all[index % Math.max(1, all.length)];
    if (!booking) return;
    const { node, resource, amount } = booking;
    const spent = Math.max(0, amount + off);
    node.account.settle(resource, amount, spent);
    if (!node.isOpen) return; // too late: closing has booked the whole reservation
    this.#reserved = this.#reserved.filter((one) => one !== booking);
    this.#spent.push({ ...booking, amount: spent });
    this.overshoot += Math.max(0, spent - amount);
  }

  // The pool ends with its run: closing it early would leave a random plan nothing to do.
  #closeBelowPool(node: Node): void {
    if (node.parent) this.#close(node);
  }

  #close(node: Node): void {
    node.account.close();
    for (const below of this.#nodes) if (isAtOrBelow(below, node)) below.isOpen = false;
    const abandoned = this.#reserved.filter((booking) => !booking.node.isOpen);
    this.#reserved = this.#reserved.filter((booking) => booking.node.isOpen);
    this.#spent.push(...abandoned);
    this.#lost.push(...abandoned);
  }

  #expected(node: Node, resource: Resource, granted: number): Balance {
    const spent = sum(this.#spent.filter((one) => one.resource === resource && reaches(one.node, node, resource)));
    const waiting = sum(this.#reserved.filter((one) => one.resource === resource && reaches(one.node, node, resource)));
    const reserved = waiting + (node.isOpen ? this.#carvedBelow(node, resource) : 0);
    const left = granted - spent - reserved;
    return { granted, free: node.isOpen ? left : 0, reserved, spent, refunded: node.isOpen ? 0 : left };
  }

  // The grants of open accounts that were carved out of this one, directly or through accounts that only bound it.
  #carvedBelow(node: Node, resource: Resource): number {
    let carved = 0;
    for (const below of this.#nodes) {
      const held = below.holds.get(resource);
      if (below.isOpen && held?.isCarved && below.parent && reaches(below.parent, node, resource)) carved += held.granted;
    }
    return carved;
  }
}

// Whether an amount booked at `from` counts at `node`: every holder on the way up counts it, up to the first open
// account whose grant was carved; a closed one has passed it on.
function reaches(from: Node, node: Node, resource: Resource): boolean {
  for (let at: Node | null = from; at; at = at.parent) {
    if (at === node) return true;
    if (at.isOpen && at.holds.get(resource)?.isCarved) return false;
  }
  return false;
}

function isAtOrBelow(node: Node, top: Node): boolean {
  for (let at: Node | null = node; at; at = at.parent) if (at === top) return true;
  return false;
}

function resourceAt(index: number): Resource {
  return RESOURCES[index % RESOURCES.length] as Resource; // five of them, by the modulo
}

function sum(bookings: readonly Booking[]): number {
  return bookings.reduce((total, { amount }) => total + amount, 0);
}

type Standing = Omit<Balance, "free">;

function isStanding(one: Standing, other: Standing): boolean {
  return one.granted === other.granted && one.reserved === other.reserved && one.spent === other.spent && one.refunded === other.refunded;
}

function difference(where: string, found: Standing, expected: Standing): string {
  return `${where}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`;
}
