const underWay = new Set<() => void>();

function endAll(): void {
  for (const end of underWay) end();
}

/**
 * Calls `end` when this process exits, by whatever way it can still tell, so that nothing it has started outlives it.
 * Returns how to call that off; no listener is left behind then.
 */
export function endingWithProcess(end: () => void): () => void {
  if (underWay.size === 0) process.on("exit", endAll);
  underWay.add(end);
  return () => {
    underWay.delete(end);
    if (underWay.size === 0) process.off("exit", endAll);
  };
}
