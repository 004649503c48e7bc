/** A deep, frozen copy of plain data (objects, arrays and what they hold); anything else is returned as it is. */
export function frozenCopy(value: unknown): unknown {
  return copy(value, new Map());
}

function copy(value: unknown, known: Map<object, object>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const seen = known.get(value);
  if (seen) return seen;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    known.set(value, list);
    for (const inner of value) list.push(copy(inner, known));
    return Object.freeze(list);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const record: Record<string, unknown> = Object.create(prototype) as Record<string, unknown>; // its type is any
  known.set(value, record);
  for (const [key, inner] of Object.entries(value)) {
    Object.defineProperty(record, key, { value: copy(inner, known), enumerable: true });
  }
  return Object.freeze(record);
}
