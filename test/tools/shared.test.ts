import { describe, expect, it } from "vitest";
import { shared } from "../../src/tools/shared.ts";

interface Work {
  readonly signal: AbortSignal;
  readonly resolve: (value: string) => void;
  readonly reject: (error: Error) => void;
}

function counted(): { readonly begun: Work[]; readonly make: (signal: AbortSignal) => Promise<string> } {
  const begun: Work[] = [];
  const make = (signal: AbortSignal): Promise<string> => new Promise((resolve, reject) => begun.push({ signal, resolve, reject }));
  return { begun, make };
}

describe("shared work", () => {
  it("is done once for all who ask, also later", async () => {
    const { begun, make } = counted();
    const get = shared(make);

    const answers = [get(), get(new AbortController().signal)];
    begun[0]?.resolve("done");

    expect(await Promise.all([...answers, get()])).toEqual(["done", "done", "done"]);
    expect(begun).toHaveLength(1);
  });

  it("goes on when one of two stops waiting", async () => {
    const { begun, make } = counted();
    const get = shared(make);
    const controller = new AbortController();
    const reason = new Error("not needed");

    const [left, kept] = [get(controller.signal), get()];
    controller.abort(reason);

    await expect(left).rejects.toBe(reason);
    expect(begun[0]?.signal.aborted).toBe(false);
    begun[0]?.resolve("done");
    expect(await kept).toBe("done");
  });

  it("is given up when nobody waits any more, and begun anew by the next", async () => {
    const { begun, make } = counted();
    const get = shared(make);
    const controller = new AbortController();
    const reason = new Error("not needed");

    const left = get(controller.signal);
    controller.abort(reason);
    await expect(left).rejects.toBe(reason);

    expect(begun[0]?.signal.reason).toBe(reason);
    const next = get();
    begun[0]?.resolve("too late");
    begun[1]?.resolve("anew");
    expect(await next).toBe("anew");
    expect(await get()).toBe("anew");
  });

  it("is begun anew after a failure", async () => {
    const { begun, make } = counted();
    const get = shared(make);
    const failure = new Error("disk");

    const first = get();
    begun[0]?.reject(failure);
    await expect(first).rejects.toBe(failure);

    const second = get();
    begun[1]?.resolve("done");
    expect(await second).toBe("done");
  });

  it("is not begun for a signal that has fired already", async () => {
    const { begun, make } = counted();
    const reason = new Error("too late");

    await expect(shared(make)(AbortSignal.abort(reason))).rejects.toBe(reason);

    expect(begun).toEqual([]);
  });

  it("leaves no listener on the signals of those who waited", async () => {
    const { begun, make } = counted();
    const get = shared(make);
    const { signal, added } = watchedSignal();

    const answer = get(signal);
    begun[0]?.resolve("done");
    await answer;
    await Promise.resolve();

    expect(added).toEqual([]);
  });
});

function watchedSignal(): { readonly signal: AbortSignal; readonly added: unknown[] } {
  const { signal } = new AbortController();
  const added: unknown[] = [];
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>): void => {
    added.push(args[1]);
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>): void => {
    added.splice(added.indexOf(args[1]), 1);
    remove(...args);
  };
  return { signal, added };
}
