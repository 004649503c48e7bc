import type { PageElement } from "./dom.ts";
import type { Converter } from "./packages.ts";

const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source)-([\w+#.-]+)/u;

/** Teaches a converter blocks of code, whatever elements stand around and in them, with the language where one is named. */
export function writeCode(converter: Converter): void {
  converter.addRule("codeBlock", {
    filter: (node) => node.nodeName === "PRE",
    replacement: (_content, node) => {
      const text = (node.textContent ?? "").replace(/^\n|\s+$/gu, "");
      const fence = fenceAround(text);
      return `\n\n${fence}${languageOf(node)}\n${text}\n${fence}\n\n`;
    },
  });
}

/** Longer than any row of backticks inside. */
function fenceAround(text: string): string {
  const longest = (text.match(/`+/gu) ?? []).reduce((most, row) => Math.max(most, row.length), 2);
  return "`".repeat(longest + 1);
}

function languageOf(node: PageElement): string {
  const named = [node.querySelector("code"), node, node.closest("div")].map(
    (element) => LANGUAGE.exec(element?.getAttribute("class") ?? "")?.[1],
  );
  return named.find((name) => name !== undefined) ?? "";
}
