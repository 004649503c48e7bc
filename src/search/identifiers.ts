const CODE_SPAN = /`([^`\n]{1,80})`/gu;
const DECLARED =
  /\b(?:class|const|def|enum|fn|func|function|interface|let|module|namespace|struct|trait|type|var)\s{1,8}([\p{L}_$][\p{L}\p{N}_$]{0,80})/gu;
const MEMBER =
  /^[ \t]{0,40}(?:(?:async|get|private|protected|public|readonly|set|static)[ \t]){0,4}([\p{L}_$#][\p{L}\p{N}_$]{0,80})\??[(:<]/gmu;

/** The names a passage is likely about: what it declares, and what it writes as code. One text, for the index alone. */
export function identifiersIn(text: string): string {
  const names: string[] = [];
  for (const pattern of [CODE_SPAN, DECLARED, MEMBER]) {
    for (const found of text.matchAll(pattern)) names.push(found[1] ?? "");
  }
  return names.join(" ");
}
