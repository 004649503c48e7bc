/** What an account may hold: whole counts, whole tokens, and money in whole micro-units. */
export type Resource = "steps" | "toolCalls" | "agents" | "tokens" | "cost";

/** Whose ceiling a limit was: the agent's own, what an agent above handed down, or the whole run's. */
export type LimitScope = "budget" | "share" | "pool";

/** An amount per resource; a resource that is absent has no ceiling. */
export type Amounts = { readonly [Name in Resource]?: number };

/** One resource of one account. While the account is open, granted = free + reserved + spent. */
export interface Balance {
  granted: number;
  free: number;
  reserved: number;
  spent: number;
  /** What was left when the account closed and went back to the one above; negative by what it had cost beyond its grant. */
  refunded: number;
}

/** The standing of one resource of one account after a change, kept in the trace. Money is in micro-units. */
export interface LedgerEntry {
  readonly time: number;
  readonly path: string;
  readonly scope: LimitScope;
  readonly resource: Resource;
  readonly granted: number;
  readonly reserved: number;
  readonly spent: number;
  readonly refunded: number;
}

/** Where an amount was denied: the account's scope and what it had been granted. */
export interface Denial {
  readonly scope: LimitScope;
  readonly path: string;
  readonly granted: number;
}

/** Whose ceiling the amounts of an account stand for, where it was not the account's own to say. */
export type Stands = { readonly [Name in Resource]?: Denial };

/** What an account is opened with. `grants` are carved out of the parent, `ceilings` only bound what passes through. */
export interface AccountTerms {
  readonly path: string;
  readonly scope: LimitScope;
  readonly grants: Amounts;
  readonly ceilings?: Amounts;
  readonly stands?: Stands;
}

const NOTHING: Amounts & Stands = Object.freeze({});

interface Holding extends Balance {
  readonly carved: boolean;
}

/** Every resource there is. */
export const RESOURCES: readonly Resource[] = ["steps", "toolCalls", "agents", "tokens", "cost"];

/** All accounts of one run. Synchronous throughout: a check and the booking it allows are one step, so nothing races. */
export class Ledger {
  readonly entries: LedgerEntry[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Opens the account of the whole run. */
  openPool(path: string, grants: Amounts, stands: Stands = NOTHING): Account {
    return new Account(this, null, { path, scope: "pool", grants, stands });
  }

  /** Takes in what was booked elsewhere for accounts below this ledger's own, and keeps the order of time. */
  adopt(entries: readonly LedgerEntry[]): void {
    for (const entry of entries) this.entries.push(entry);
    this.entries.sort((one, other) => one.time - other.time);
  }

  /** Keeps the standing of one balance; called by accounts. */
  post(account: Account, resource: Resource, balance: Balance): void {
    const { path, scope } = account;
    const { granted, reserved, spent, refunded } = balance;
    this.entries.push({ time: this.#now(), path, scope, resource, granted, reserved, spent, refunded });
  }
}

/**
 * One account in the tree of accounts. A resource it does not hold is drawn from the account above. Counts are spent
 * at once; tokens and money are reserved before a call and settled with the real figure after it. A figure above its
 * reservation is booked in full, so `free` may turn negative by what calls in flight cost beyond their reservations.
 * A closed account has nothing free, denies everything and books nothing more, whatever it is still told.
 */
export class Account {
  readonly path: string;
  readonly scope: LimitScope;
  readonly parent: Account | null;
  readonly #ledger: Ledger;
  readonly #holdings: { [Name in Resource]?: Holding } = {};
  readonly #stands: Stands;
  // What was reserved through this very account and is not settled yet; the grants of its open children are in it.
  #pending: { [Name in Resource]?: number } | null = null;
  #children: Set<Account> | null = null; // made with the first: most agents open none
  #closed = false;

  constructor(ledger: Ledger, parent: Account | null, terms: AccountTerms) {
    const { path, scope, grants, ceilings = NOTHING, stands = NOTHING } = terms;
    this.#ledger = ledger;
    this.#stands = stands;
    this.parent = parent;
    this.path = path;
    this.scope = scope;
    if (parent) this.#closed = parent.#closed;
    if (this.#closed) return;
    if (parent) (parent.#children ??= new Set()).add(this);
    for (const resource of RESOURCES) {
      const granted = grants[resource] ?? ceilings[resource];
      if (granted === undefined) continue;
      const carved = grants[resource] !== undefined;
      if (carved && parent) parent.reserve(resource, granted);
      this.#holdings[resource] = { granted, free: granted, reserved: 0, spent: 0, refunded: 0, carved };
      this.#post(resource);
    }
  }

  /** Opens an account below this one, carving its grants out of what this one has free. Below a closed one it is closed. */
  open(terms: AccountTerms): Account {
    return new Account(this.#ledger, this, terms);
  }

  /** What may still be taken from here and from every account this one draws on; null without any ceiling. */
  free(resource: Resource): number | null {
    if (this.#closed) return 0;
    let free: number | null = null;
    for (let at = this.#holder(resource); at; at = at.#above(resource)) {
      const here = at.#holding(resource).free;
      free = free === null ? here : Math.min(free, here);
    }
    return free;
  }

  /** The first account that cannot give `amount`, or null when all can. */
  denial(resource: Resource, amount: number): Denial | null {
    if (this.#closed) return { scope: this.scope, path: this.path, granted: this.#holdings[resource]?.granted ?? 0 };
    for (let at = this.#holder(resource); at; at = at.#above(resource)) {
      const { free, granted } = at.#holding(resource);
      if (free < amount) return at.#stands[resource] ?? { scope: at.scope, path: at.path, granted };
    }
    return null;
  }

  /** The nearest account that has no more to give than what is free here, as a denial would name it; null without a ceiling. */
  bound(resource: Resource): Denial | null {
    const free = this.free(resource);
    return free === null ? null : this.denial(resource, free + 1);
  }

  /** Whether every account too short for `amount` has something reserved that may come back to it. */
  mayFree(resource: Resource, amount: number): boolean {
    if (this.#closed) return false;
    for (let at = this.#holder(resource); at; at = at.#above(resource)) {
      const { free, reserved } = at.#holding(resource);
      if (free < amount && reserved === 0) return false;
    }
    return true;
  }

  /** Books a count that is used up at once. Ask `denial` first, in the same synchronous step. */
  spend(resource: Resource, amount: number): void {
    if (this.#closed) return;
    for (let at = this.#holder(resource); at; at = at.#above(resource)) {
      const holding = at.#holding(resource);
      holding.free -= amount;
      holding.spent += amount;
      at.#post(resource);
    }
  }

  /** Sets an amount aside before a call. Ask `denial` first, in the same synchronous step. */
  reserve(resource: Resource, amount: number): void {
    if (this.#closed) return;
    this.#pending ??= {};
    this.#pending[resource] = (this.#pending[resource] ?? 0) + amount;
    for (let at = this.#holder(resource); at; at = at.#above(resource)) {
      const holding = at.#holding(resource);
      holding.free -= amount;
      holding.reserved += amount;
      at.#post(resource);
    }
  }

  /** Books what a reserved call really cost and frees the rest of its reservation, never that of another call. */
  settle(resource: Resource, reserved: number, spent: number): void {
    if (this.#closed) return; // closing has already booked the whole reservation as spent
    const pending = this.#pending?.[resource] ?? 0;
    const released = Math.min(reserved, pending);
    if (this.#pending) this.#pending[resource] = pending - released;
    for (let at = this.#holder(resource); at; at = at.#above(resource)) {
      const holding = at.#holding(resource);
      holding.reserved -= released;
      holding.spent += spent;
      holding.free += released - spent;
      at.#post(resource);
    }
  }

  /** A copy of one balance, or undefined when this account does not hold the resource. */
  balance(resource: Resource): Balance | undefined {
    const holding = this.#holdings[resource];
    if (!holding) return undefined;
    const { granted, free, reserved, spent, refunded } = holding;
    return { granted, free, reserved, spent, refunded };
  }

  /**
   * Ends the account, once, and every account below it first: what is still reserved counts as spent, here and in
   * every account it was reserved in; what is free goes back to the account above.
   */
  close(): void {
    if (this.#closed) return;
    for (const child of this.#children ?? []) child.close();
    for (const resource of RESOURCES) this.#settlePending(resource);
    this.#closed = true;
    for (const resource of RESOURCES) this.#closeHolding(resource);
    if (this.parent) this.parent.#children?.delete(this);
  }

  #settlePending(resource: Resource): void {
    const pending = this.#pending?.[resource] ?? 0;
    if (pending > 0) this.settle(resource, pending, pending);
  }

  #closeHolding(resource: Resource): void {
    const holding = this.#holdings[resource];
    if (!holding) return;
    holding.refunded = holding.free;
    holding.free = 0;
    if (holding.carved) this.parent?.settle(resource, holding.granted, holding.spent);
    this.#post(resource);
  }

  // The nearest account, from here upwards, that holds the resource.
  #holder(resource: Resource): Account | null {
    let at: Account | null = this;
    while (at && !at.#holdings[resource]) at = at.parent;
    return at;
  }

  // The next holder above; none above a carved balance, because what was carved is already reserved there.
  #above(resource: Resource): Account | null {
    if (this.#holding(resource).carved || !this.parent) return null;
    return this.parent.#holder(resource);
  }

  #holding(resource: Resource): Holding {
    return this.#holdings[resource] as Holding; // only asked of accounts that #holder found
  }

  #post(resource: Resource): void {
    const holding = this.#holdings[resource];
    if (holding) this.#ledger.post(this, resource, holding);
  }
}
