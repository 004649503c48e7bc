import { describe, expect, test } from "vitest";
import { finishFrom, toldReason } from "../../../src/models/language-model/finish.ts";

describe("why an answer ended", () => {
  test.each([
    { value: "stop", finish: { reason: "stop", raw: "stop" }, told: "stop" },
    { value: { unified: "length", raw: "max_tokens" }, finish: { reason: "length", raw: "max_tokens" }, told: "length" },
    { value: { unified: "other", raw: "a\nnew  word" }, finish: { reason: "other", raw: "a new word" }, told: "a new word" },
    { value: { unified: 7 }, finish: { reason: "other", raw: undefined }, told: "other" },
    { value: { raw: "x".repeat(100) }, finish: { reason: "other", raw: "x".repeat(60) }, told: "x".repeat(60) },
    { value: undefined, finish: { reason: "other", raw: undefined }, told: "other" },
    { value: null, finish: { reason: "other", raw: undefined }, told: "other" },
  ])("is read from $value", ({ value, finish, told }) => {
    expect([finishFrom(value), toldReason(finishFrom(value))]).toEqual([finish, told]);
  });
});
