import type { RunRecord, Step } from "../../src/core/run.ts";

type LedgerEntry = RunRecord["ledger"][number];
type Resource = LedgerEntry["resource"];

/** One change of one account: what is granted to it, reserved in it, spent from it or, at its end, given back. */
export interface Booking {
  readonly time: number;
  readonly path: string;
  readonly scope: LedgerEntry["scope"];
  readonly resource: Resource;
  readonly granted?: number;
  readonly reserved?: number;
  readonly spent?: number;
  readonly closes?: boolean;
}

/** The ledger that these bookings leave, oldest first: after each of them, how its account stands. */
export function ledgerFrom(bookings: readonly Booking[]): LedgerEntry[] {
  const standing = new Map<string, LedgerEntry>();
  const ordered = [...bookings].sort((a, b) => a.time - b.time); // stable: of one moment, in the order they were made
  return ordered.map((booking) => {
    const key = `${booking.path} ${booking.resource}`;
    const entry = entryAfter(standing.get(key), booking);
    standing.set(key, entry);
    return entry;
  });
}

function entryAfter(before: LedgerEntry | undefined, booking: Booking): LedgerEntry {
  const { time, path, scope, resource } = booking;
  const granted = (before?.granted ?? 0) + (booking.granted ?? 0);
  const reserved = (before?.reserved ?? 0) + (booking.reserved ?? 0);
  const spent = (before?.spent ?? 0) + (booking.spent ?? 0);
  return { time, path, scope, resource, granted, reserved, spent, refunded: booking.closes ? granted - reserved - spent : 0 };
}

/** Books a model call: its estimate while it runs, what it used when it has ended. */
export function bookModelCall(
  bookings: Booking[],
  account: string,
  times: Pick<Step, "startedAt" | "seconds">,
  used: number,
): void {
  const scope = account === "0" ? "pool" : "share";
  const shared = { path: account, scope, resource: "tokens" } as const;
  const estimate = used + 4096;
  bookings.push({ ...shared, time: times.startedAt, reserved: estimate });
  bookings.push({ ...shared, time: times.startedAt + times.seconds * 1000, reserved: -estimate, spent: used });
}

/** Books one step of the whole tree. */
export function bookStep(bookings: Booking[], time: number): void {
  bookings.push({ time, path: "0", scope: "pool", resource: "steps", spent: 1 });
}

/** Books the start of a specialist. */
export function bookAgent(bookings: Booking[], time: number): void {
  bookings.push({ time, path: "0", scope: "pool", resource: "agents", spent: 1 });
}

/** A share that was handed down, told when it has come back. */
export interface ShareBooking {
  readonly path: string;
  readonly above: string;
  readonly from: number;
  readonly to: number;
  readonly spent: number;
  /** How many bookings there were before the specialist began. */
  readonly booked: number;
}

/** Books a share. Its size follows from what was spent, and it stands before everything the specialist booked. */
export function bookShare(bookings: Booking[], { path, above, from, to, spent, booked }: ShareBooking): void {
  const granted = 2 * spent + 8192;
  const own = { path, scope: "share", resource: "tokens" } as const;
  const parent = { path: above, scope: above === "0" ? "pool" : "share", resource: "tokens" } as const;
  bookings.splice(booked, 0, { ...parent, time: from, reserved: granted }, { ...own, time: from, granted });
  bookings.push({ ...own, time: to, closes: true }, { ...parent, time: to, reserved: -granted, spent });
}
