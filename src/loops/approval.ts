/** The word by which a critic approves a draft. */
export const APPROVAL_TOKEN = "APPROVED";

// Backticks are symbols to Unicode, but punctuation to whoever writes Markdown.
const AROUND = "[\\s\\p{P}`]*";
const APPROVAL = new RegExp(`^${AROUND}${APPROVAL_TOKEN}${AROUND}$`, "iu");

/** Whether a critic's reply is the approval token and nothing else: any case, punctuation and blanks around it allowed. */
export function isApproval(reply: string): boolean {
  return APPROVAL.test(reply);
}
