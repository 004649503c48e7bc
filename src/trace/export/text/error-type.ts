const NAMED = /^([A-Za-z_$][\w$.]{0,99})(?=: |$)/u;

/**
 * What kind of error a step's error is, without what it says: `KeyError` of `KeyError: zz`, `timeout`, `cancelled`, and
 * `_OTHER`, the word the conventions have for it, where no name stands in front.
 */
export function errorType(error: string): string {
  return NAMED.exec(error)?.[1] ?? "_OTHER";
}
