import { withoutDegrees } from "./amounts.ts";
import { isNumber, wordsOf, type Word } from "./words.ts";

/** Words that carry no subject: articles, pronouns, auxiliaries, question words; English, and the commonest Portuguese ones. */
const STOP_WORDS = new Set(
  (
    "a about above after again against all also always am an and any are as at be because been before being below " +
    "between both but by can could did do does doing done during each either else even ever every few for from further " +
    "get gets getting give given gives go goes going got had happen happened happening happens has have having he her " +
    "here hers him his how however i if in into is it its itself just know later let like make makes making many " +
    "may me mean means might mine more most much must my need needs neither never no nor not now of off on once one only " +
    "onto or other our ours out over own per please rather really same shall she should since so some still such than " +
    "that the their theirs them then there therefore these they thing things this those through thus to too toward " +
    "towards under until up upon us very want wants was way ways we were what whatever when whenever where whether which " +
    "while who whom whose why will with within without would yes yet you your yours isn't aren't don't doesn't didn't " +
    "can't won't what's it's i'm i'd o os as um uma uns umas de do da dos das em no na nos nas por para com sem sobre " +
    "que qual quais quem quando onde como quanto quantos porque se e ou mas eu ele ela eles elas isso isto esse essa " +
    "este esta faz fazer ser estar tem são é"
  )
    .split(" ")
    .map((word) => word.normalize("NFKD").replace(/\p{M}/gu, "")),
);

/** Words that ask for an explanation and say little about what is to be explained; used only when nothing else is left. */
const WEAK_WORDS = new Set(
  (
    "answer briefly compare deal deals describe detail details difference differences different docs documentation " +
    "example examples exactly explain explanation find handle handles information kind kinds library libraries list look " +
    "package packages question questions say says show summarise summarize summary support supports tell use used useful " +
    "uses using versus vs work works working"
  ).split(" "),
);

/** Words that only ask where a question opens with them, as in "define compost"; elsewhere they may be what is asked. */
const OPENING_REQUESTS = new Set(["define", "name", "outline"]);

const MAX_KEYWORDS = 12;

/**
 * The words a question is about, in its order, each once, at most twelve; numbers are among them. The "often" of "how
 * often" is none of them. When every word is weak, the weak ones count. Empty for a question of stop words only: it has
 * nothing that could be looked up.
 */
export function keywordsOf(question: string): readonly Word[] {
  const words = distinct(withoutDegrees(withoutOpening(wordsOf(question))));
  const telling = words.filter((word) => !STOP_WORDS.has(word.key));
  const strong = telling.filter(({ key }) => !WEAK_WORDS.has(key));
  return (strong.every(isNumber) ? telling : strong).slice(0, MAX_KEYWORDS);
}

/** The words without the request they open with; a request alone is kept, as it is all there is. */
function withoutOpening(words: readonly Word[]): readonly Word[] {
  const at = words[0]?.key === "please" ? 1 : 0;
  const rest = words.slice(at + 1);
  return OPENING_REQUESTS.has(words[at]?.key ?? "") && rest.some((word) => !STOP_WORDS.has(word.key)) ? rest : words;
}

/** True when a text says nothing that could be looked up: it has stop words only, or no words at all. */
export function isEmptyOfSubject(text: string): boolean {
  return withoutDegrees(wordsOf(text)).every(({ key }) => STOP_WORDS.has(key));
}

/** True for an article, a pronoun, an auxiliary, a question word and their like. */
export function isStopWord({ key }: Word): boolean {
  return STOP_WORDS.has(key);
}

function distinct(words: readonly Word[]): readonly Word[] {
  const first = new Map<string, Word>();
  for (const word of words) if (!first.has(word.key)) first.set(word.key, word);
  return [...first.values()];
}
