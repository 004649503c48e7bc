// A writer and a critic of the cast, without a key: the embedded model arranges sentences of the material, and judges by rule.
//
// Run:
//   node --import tsx -C troupe-source examples/34-writer-and-critic.ts
//
// Prints:
//   draft 1: The fares have not changed in ten years: a crossing costs three coins. In winter the timetable is shorter: the ferry runs at nine, noon and four.
//   critic: The draft says nothing about: dogs.
//
//   draft 2: The fares have not changed in ten years: a crossing costs three coins. In winter the timetable is shorter: the ferry runs at nine, noon and four. Dogs travel free of charge when they are on a lead.
//   critic: APPROVED
//
//   accepted

import { refine } from "troupe";
import { critic, writer } from "troupe/actors";

// Both take any model: writer({ model }), critic({ model }).
const goal = `Write about the ferry: its fares, the winter timetable, and dogs.

The ferry crosses the lake every hour. The fares have not changed in ten years: a crossing costs three coins.
The captain is called Ada. In winter the timetable is shorter: the ferry runs at nine, noon and four.
Dogs travel free of charge when they are on a lead.`;

const { ended, rounds } = await refine(writer(), critic(), goal);

for (const { index, run: { output }, critique } of rounds) {
  console.log(`draft ${index + 1}: ${output}`);
  console.log(`critic: ${critique ?? "APPROVED"}\n`);
}
console.log(ended);
