import { describe, expect, it } from "vitest";
import { formatOf, isChangeLog, isDeclaration, isLegal, isProse, isSource } from "../../src/tools/kinds.ts";

function kindsOf(name: string): string {
  const claims = { prose: isProse, source: isSource, declaration: isDeclaration, legal: isLegal, changes: isChangeLog };
  return Object.entries(claims).flatMap(([kind, holds]) => (holds(name) ? [kind] : [])).join(" ");
}

describe("the kind of a file", () => {
  it.each([
    { name: "docs/guide.md", kinds: "prose", format: "markdown" },
    { name: "GUIDE.MDX", kinds: "prose", format: "markdown" },
    { name: "a/page.html", kinds: "prose", format: "html" },
    { name: "notes.txt", kinds: "prose", format: "plain" },
    { name: "a/README", kinds: "prose", format: "plain" },
    { name: "src/main.ts", kinds: "source", format: "plain" },
    { name: "lib/index.d.ts", kinds: "source declaration", format: "plain" },
    { name: "lib/index.d.cts", kinds: "source declaration", format: "plain" },
    { name: "tool.py", kinds: "source", format: "plain" },
    { name: "main.go", kinds: "source", format: "plain" },
    { name: "app.min.js", kinds: "", format: "plain" },
    { name: "LICENSE.md", kinds: "prose legal", format: "markdown" },
    { name: "ThirdPartyNotices.txt", kinds: "prose legal", format: "plain" },
    { name: "licenses-guide.md", kinds: "prose legal", format: "markdown" },
    { name: "CHANGELOG.md", kinds: "prose changes", format: "markdown" },
    { name: "photo.png", kinds: "", format: "plain" },
    { name: "package-lock.json", kinds: "", format: "plain" },
    { name: "md", kinds: "", format: "plain" },
  ])("of $name follows from its name", ({ name, kinds, format }) => {
    expect({ kinds: kindsOf(name), format: formatOf(name) }).toEqual({ kinds, format });
  });
});
