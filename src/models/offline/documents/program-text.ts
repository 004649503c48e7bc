const CODE_SPAN = /`[^`]*`/gu;
const MODULE = /^(?:import|export)\b.*[{*'"=;]/u;
const DECLARATION = /^(?:declare|const|let|var|function|type|interface|class|return|await|async)\b.*(?:[={]|\)\s*[:;{]|;$)/u;
const OBJECT = /^[{[]|(?:^|[,{(]\s*)['"]?[\w$]+['"]?\??: [^,;:]{1,60}[,;] ['"]?[\w$]+['"]?\??: /u;
const MARKS = /[{}()[\];=<>|]/gu;
const MIN_MARKS = 5;
const CHARS_PER_MARK = 7; // program text has such a mark about every fifth character, prose hardly any

/** True for a piece of text that is program text by the look of it: imports, declarations, expressions. Code spans do not count. */
export function isProgramText(text: string): boolean {
  const bare = text.replace(CODE_SPAN, "");
  if (MODULE.test(bare) || DECLARATION.test(bare)) return true;
  const marks = bare.match(MARKS)?.length ?? 0;
  return marks >= MIN_MARKS && marks * CHARS_PER_MARK > bare.length;
}

/** True for what a source file has outside its comments: also the members of an object, which in prose may be facts. */
export function isSourceText(text: string): boolean {
  return isProgramText(text) || OBJECT.test(text.trim());
}

/** What a piece of source code on one line says in its comments; all of it where it shows none and does not look like code. */
export function commentsIn(text: string): string {
  const [first, second] = [text.indexOf("*/"), text.indexOf("/*")];
  if (first === -1 && second === -1) return isSourceText(text) ? "" : text;
  const whole = first !== -1 && (second === -1 || first < second) ? `/*${text}` : text;
  const comments = whole.split("/*").slice(1).map((part) => part.split("*/")[0] ?? "");
  return comments
    .map((comment) =>
      comment
        .replace(/^\*+(?= |$)/u, "")
        .replace(/(?:^| )\*(?= )/gu, "")
        .trim(),
    )
    .filter((comment) => comment !== "")
    .join(" ");
}
