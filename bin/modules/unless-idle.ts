/**
 * Settles as the work does, or rejects once the process has nothing else to do: work that waits for what nothing will
 * bring would otherwise end the process unexplained.
 */
export async function unlessIdle<Value>(work: Promise<Value>): Promise<Value> {
  let onIdle: () => void = () => undefined;
  const idle = new Promise<never>((_resolve, reject) => {
    onIdle = () => reject(new Error("it waits for something that never happens"));
    process.once("beforeExit", onIdle);
  });
  try {
    return await Promise.race([work, idle]);
  } finally {
    process.off("beforeExit", onIdle);
  }
}
