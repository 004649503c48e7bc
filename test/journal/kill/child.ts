import type { Journal, JournalStore, RunJournal } from "../../../src/core/journal.ts";
import { run } from "../../../src/index.ts";
import { resume } from "../../../src/journal/resume.ts";
import { GOAL, team } from "./cast.ts";
import { storeAt } from "./stores.ts";
import type { Job } from "./job.ts";

// A process that runs the team, or goes on with a run of it, and is killed by its own store at a given entry.

const job = JSON.parse(process.argv[2] ?? "") as Job;
const store = dying(storeAt(job.store, job.path), job.diesAt, job.moment);
const finished = job.resumes
  ? await resume(team(job.log), job.runId, { journal: store })
  : await run(team(job.log), GOAL, { journal: store, ids: () => job.runId });
process.stdout.write(finished.output);

function dying(inner: JournalStore, diesAt: number, moment: Job["moment"]): JournalStore {
  let appended = 0;
  const dieAround = <Value>(append: () => Value): Value => {
    appended += 1;
    if (appended === diesAt && moment === "before") process.kill(process.pid, "SIGKILL");
    const value = append();
    if (appended === diesAt) process.kill(process.pid, "SIGKILL");
    return value;
  };
  return {
    create: (header) => watched(dieAround(() => inner.create(header)), dieAround),
    open: (runId) => watched(inner.open(runId), dieAround),
    list: () => inner.list(),
  };
}

function watched(journal: RunJournal, dieAround: <Value>(append: () => Value) => Value): RunJournal {
  const record: Journal["record"] = (entry) => dieAround(() => journal.record(entry));
  const begin: RunJournal["begin"] = (key, at) => dieAround(() => journal.begin(key, at));
  const end: RunJournal["end"] = (ended) => dieAround(() => journal.end(ended));
  return new Proxy(journal, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      const own = { record, begin, end }[String(key)];
      return own ?? (typeof value === "function" ? (value.bind(target) as unknown) : value);
    },
  });
}
