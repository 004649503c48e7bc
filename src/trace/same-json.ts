/** Whether two JSON values say the same; the order of keys means nothing. Nothing is allocated for what is alike. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((value, index) => isSameJson(value, other[index]));
  }
  return isFields(one) && isFields(other) && hasSameFields(one, other, null);
}

/** Whether two objects of JSON have the same fields, the one that is named left out. */
export function hasSameFields(one: Fields, other: Fields, except: string | null): boolean {
  let left = 0;
  for (const key in other) if (key !== except) left += 1;
  for (const key in one) {
    if (key === except) continue;
    if (!Object.hasOwn(other, key) || !isSameJson(one[key], other[key])) return false;
    left -= 1;
  }
  return left === 0;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
