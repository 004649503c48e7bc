import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { skippedReporter } from "./test/support/skipped.ts";

const report = process.env.TEST_REPORT; // where to leave a report for a program, besides the one for people

export default defineConfig({
  resolve: { conditions: ["troupe-source"] },
  ssr: { resolve: { conditions: ["troupe-source", "node", "import", "module", "default"] } },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/run-folder.ts"],
    setupFiles: ["test/support/warnings.ts"],
    isolate: false, // a worker loads the library once, not once for each file: half of the time of most files
    testTimeout: 60_000,
    maxWorkers: Math.max(2, availableParallelism()), // many tests wait for a process of their own
    reporters: report
      ? ["default", skippedReporter, ["json", { outputFile: report }]]
      : ["default", skippedReporter],
  },
});
