import { describe, expect, it } from "vitest";
import { decodeEntities } from "../../src/search/entities.ts";

describe("decodeEntities", () => {
  it.each([
    { text: "a &lt; b &amp;&amp; c &gt; d", decoded: "a < b && c > d" },
    { text: "&amp;lt;", decoded: "&lt;" },
    { text: "&#65;&#x42;&#X43;", decoded: "ABC" },
    { text: "&eacute;&Eacute;&yuml;&nbsp;|&iexcl;", decoded: "éÉÿ\u00A0|¡" },
    { text: "&mdash;&hellip;&euro;&trade;", decoded: "—…€™" },
    { text: "&#150;&#128;", decoded: "–€" },
    { text: "&#0;&#xD800;&#x110000;&#9999999;", decoded: "\uFFFD\uFFFD\uFFFD\uFFFD" },
    { text: "&#128512;", decoded: "😀" },
    { text: "AT&T &unknown; &; &lt", decoded: "AT&T &unknown; &; &lt" },
    { text: "&constructor;&toString;", decoded: "&constructor;&toString;" },
  ])("reads $text", ({ text, decoded }) => {
    expect(decodeEntities(text)).toBe(decoded);
  });
});
