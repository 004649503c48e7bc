import { describe, expect, it } from "vitest";
import { contentTypeOf, decoded } from "../../../src/tools/web/body.ts";

describe("contentTypeOf", () => {
  it.each([
    { header: null, type: "", charset: null },
    { header: "Text/HTML", type: "text/html", charset: null },
    { header: "text/html; charset=utf-8", type: "text/html", charset: "utf-8" },
    { header: 'text/html ;boundary=x; Charset = "UTF-8" ', type: "text/html", charset: "UTF-8" },
    { header: "text/html; charset=", type: "text/html", charset: null },
    { header: ";;", type: "", charset: null },
  ])("reads $header", ({ header, type, charset }) => {
    expect(contentTypeOf(header)).toEqual({ type, charset });
  });
});

const LATIN = Uint8Array.of(0xe9);
const HTML = { type: "text/html", charset: null };

function html(text: string, ...bytes: number[]): Uint8Array {
  return Buffer.concat([Buffer.from(text), Uint8Array.from(bytes)]);
}

describe("decoded", () => {
  it.each([
    { title: "UTF-8 unless told otherwise", bytes: Buffer.from("é"), contentType: { type: "text/plain", charset: null }, text: "é" },
    { title: "what the header names", bytes: LATIN, contentType: { type: "text/plain", charset: "iso-8859-1" }, text: "é" },
    { title: "what a mark at the beginning says, before the header", bytes: Uint8Array.of(0xff, 0xfe, 0xe9, 0), contentType: { type: "text/plain", charset: "utf-8" }, text: "é" },
    { title: "what a meta element names", bytes: html('<meta charset="windows-1251">', 0xcf), contentType: HTML, text: '<meta charset="windows-1251">П' },
    { title: "what an old meta element names", bytes: html("<meta http-equiv=content-type content='text/html; charset=iso-8859-1'>", 0xe9), contentType: HTML, text: "<meta http-equiv=content-type content='text/html; charset=iso-8859-1'>é" },
    { title: "no UTF-16 that only a meta element claims", bytes: html("<meta charset=utf-16>é"), contentType: HTML, text: "<meta charset=utf-16>é" },
    { title: "no meta element outside of HTML", bytes: html("<meta charset=iso-8859-1>", 0xe9), contentType: { type: "text/plain", charset: null }, text: "<meta charset=iso-8859-1>\uFFFD" },
    { title: "bytes that are no text", bytes: LATIN, contentType: { type: "text/plain", charset: null }, text: "\uFFFD" },
  ])("reads $title", ({ bytes, contentType, text }) => {
    expect(decoded(bytes, contentType)).toBe(text);
  });
});
