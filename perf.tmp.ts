import { z } from "zod";
import { fromAgent, run, tool } from "troupe";
import { readFileSync } from "node:fs";
const cpu = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`,'utf8').split(' ')[0])/1e6;
const echo = tool({ name: "echo", description: "e", parameters: z.object({ x: z.number() }), execute: ({ x }) => `x=${x}` });
let n = 0;
const brain = (turns: number) => ({ name: "b", supportsTools: true, async respond(r: any) { const last = r.messages[r.messages.length-1]; const x = last.role === 'tool' ? Number(last.content.slice(2)) : 0; return x < turns ? { text: "", calls: [{ id: 'c'+n++, name: "echo", arguments: { x: x+1 } }] } : { text: "done" }; } });
const bigs = { maxSteps: 1e6, maxSeconds: 1e6 };
for (const turns of [100, 500]) {
  const a = fromAgent({ name: "a", model: brain(turns), tools: [echo], budget: bigs });
  let t0 = performance.now(); while (performance.now()-t0 < 1500) await run(a, "go");
  const ms: number[] = [];
  for (let b = 0; b < 5; b++) { const c0 = cpu(); let k=0; t0=performance.now(); do { await run(a,"go"); k++; } while (performance.now()-t0<300); ms.push((cpu()-c0)/k*1000/turns); }
  console.log(turns, ms.map(x=>x.toFixed(1)).join(' '), 'us/turn');
}
{ // W2
 const seq = { name: "s", supportsTools: true, async respond(r: any) { const last = r.messages[r.messages.length-1]; const i = last.role === 'tool' ? Number(/(\d+)/.exec(last.content)![1]) : 0; return i < 100 ? { text: "", calls: [{ id: 'c'+n++, name: "ask_w", arguments: { goal: `task:${i+1}` } }] } : { text: "done" }; } };
 const wb = { name: "b", supportsTools: true, async respond(r: any) { const id = Number(/(\d+)/.exec(r.messages[1].content)![1]); const tools = r.messages.length; return tools < 6 ? { text: "", calls: [{ id: 'c'+n++, name: "echo", arguments: { x: 1 } }] } : { text: `done:${id}` }; } };
 const w = fromAgent({ name: "w", description: "w", model: wb, tools: [echo] });
 const a = fromAgent({ name: "a", model: seq, team: [w], budget: bigs });
 const opts = { pool: { maxAgents: 1e6, maxSteps: 1e7 } };
 const r = await run(a, "go", opts); console.log(r.stopReason, r.totalSteps);
 let t0 = performance.now(); while (performance.now()-t0 < 1500) await run(a, "go", opts);
 const ms: number[] = [];
 for (let b = 0; b < 5; b++) { const c0 = cpu(); let k=0; t0=performance.now(); do { await run(a,"go",opts); k++; } while (performance.now()-t0<300); ms.push((cpu()-c0)/k*1000/100); }
 console.log('W2', ms.map(x=>x.toFixed(1)).join(' '), 'us/delegation');
 // W3
 for (const N of [10, 1000]) {
 const par = { name: "s", supportsTools: true, async respond(r: any) { const last = r.messages[r.messages.length-1]; return last.role !== 'tool' ? { text: "", calls: Array.from({length: N}, (_, i) => ({ id: 'c'+i, name: "ask_w", arguments: { goal: `task:${i+1}` } })) } : { text: "done" }; } };
 const p = fromAgent({ name: "a", model: par, team: [w], budget: bigs });
 t0 = performance.now(); while (performance.now()-t0 < 1000) await run(p, "go", opts);
 const c0 = cpu(); let k = 0; t0=performance.now(); do { await run(p, "go", opts); k++; } while (performance.now()-t0<1000);
 console.log('W3', N, ((cpu()-c0)/k).toFixed(2), 'ms', ((cpu()-c0)/k/N*1000).toFixed(1), 'us/specialist');
 }
}
