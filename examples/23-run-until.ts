// Code decides whether an answer will do, and its feedback is the next prompt; a ceiling on rounds, one deadline for all.
//
// Run:
//   node --import tsx -C troupe-source examples/23-run-until.ts
//
// Prints:
//   List the primes from 80 to 100, with commas between them.
//     ✗ 81, 83, 89, 97
//   List the primes from 80 to 100, with commas between them. Not 81, 83, 89, 97: 81 is no prime.
//     ✗ 83, 89
//   List the primes from 80 to 100, with commas between them. Not 83, 89: 97 is missing.
//     ✓ 83, 89, 97
//   accepted in round 3 of 5: 83, 89, 97

import { fromAgent, runUntil, scripted, type Run } from "troupe";

const GOAL = "List the primes from 80 to 100, with commas between them.";
const model = scripted(["81, 83, 89, 97", "83, 89", "83, 89, 97"]);
const mathematician = fromAgent({ name: "mathematician", model });

const isPrime = (number: number) => Array.from({ length: number - 2 }, (_, index) => index + 2).every((divisor) => number % divisor !== 0);

// The verifier: what is wrong with an answer, or nothing.
function faultsOf({ output }: Run): readonly string[] {
  const numbers = output.split(",").map(Number);
  const wrong = numbers.filter((number) => !isPrime(number));
  const missing = [83, 89, 97].filter((prime) => !numbers.includes(prime));
  return [...wrong.map((number) => `${number} is no prime.`), ...missing.map((prime) => `${prime} is missing.`)];
}

const { ended, rounds, output } = await runUntil(mathematician, GOAL, (run) => faultsOf(run).length === 0, {
  maxRounds: 5,
  maxSeconds: 60,
  feedback: (run) => `${GOAL} Not ${run.output}: ${faultsOf(run).join(" ")}`,
});

for (const { run, accepted } of rounds) console.log(`${run.goal}\n  ${accepted ? "✓" : "✗"} ${run.output}`);
console.log(`${ended} in round ${rounds.length} of 5: ${output}`);
