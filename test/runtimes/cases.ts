import type { RuntimeCase } from "./support/case.ts";
import { answers } from "./cases/answers.ts";
import { artifacts } from "./cases/artifacts.ts";
import { ceilings, shares } from "./cases/ceilings.ts";
import { delegating } from "./cases/delegating.ts";
import { guards } from "./cases/guarded.ts";
import { histories } from "./cases/history.ts";
import { pool } from "./cases/pool.ts";
import { refused } from "./cases/refused.ts";
import { terms } from "./cases/terms.ts";
import { tools } from "./cases/tools.ts";

/** A secret of the environment, of this process and of the workers. */
export const SECRET = { name: "RUNTIMES_TEST_TOKEN", value: "correct-horse-battery" } as const;

/** Every case, in the order in which they are told. */
export const cases: readonly RuntimeCase[] = [
  ...delegating,
  ...refused,
  ...ceilings,
  ...shares,
  ...pool,
  ...terms,
  ...answers,
  ...artifacts,
  ...tools,
  ...guards,
  ...histories,
];
