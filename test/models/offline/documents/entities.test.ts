import { expect, test } from "vitest";
import { decodeEntities } from "../../../../src/models/offline/documents/entities.ts";

test.each([
  { text: "It&#39;s &#x201C;so&#x201d;", decoded: "It's “so”" },
  { text: "a &lt; b &amp;&amp; c &hellip;", decoded: "a < b && c …" },
  { text: "&amp;lt; once", decoded: "&lt; once" },
  { text: "&unknown; &#; & &#xZ;", decoded: "&unknown; &#; & &#xZ;" },
  { text: "&#0;&#xD800;&#9999999;", decoded: "\uFFFD\uFFFD\uFFFD" },
])("$text", ({ text, decoded }) => {
  expect(decodeEntities(text)).toBe(decoded);
});
