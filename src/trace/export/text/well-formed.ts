const LONE_SURROGATE = /[\uD800-\uDFFF]/gu;

/** The text as any reader of UTF-8 takes it: half characters become the replacement character. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, "\uFFFD");
}
