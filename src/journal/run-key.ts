import { createHash } from "node:crypto";

const PLAIN_ID = /^[\w-]{1,100}$/u;

/**
 * The name under which a store keeps a run. An id is the caller's text and may be anything, a path too: one that is no
 * plain word goes by its fingerprint, behind a sign that no plain one has.
 */
export function runKey(runId: string): string {
  return PLAIN_ID.test(runId) ? `-${runId}` : `=${createHash("sha256").update(runId).digest("base64url")}`;
}
