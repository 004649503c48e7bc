import { anthropic } from "./anthropic.ts";
import type { WireFormat } from "./format.ts";
import { gemini } from "./gemini.ts";
import { openaiChat, openaiCompatible } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";

/** Every format, with the package that speaks it. */
export const FORMATS: readonly WireFormat[] = [openaiChat, openaiResponses, openaiCompatible, anthropic, gemini];
