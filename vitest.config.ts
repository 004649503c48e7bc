import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { skippedReporter } from "./test/support/skipped.ts";

const report = process.env.TEST_REPORT; // where to leave a report for a program, besides the one for people

export default defineConfig({
  resolve: { conditions: ["troupe-source"] },
  ssr: { resolve: { conditions: ["troupe-source", "node", "import", "module", "default"] } },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/warnings.ts"],
    testTimeout: 60_000,
    maxWorkers: Math.max(2, availableParallelism()), // many tests wait for a process of their own
    reporters: report
      ? ["default", skippedReporter, ["json", { outputFile: report }]]
      : ["default", skippedReporter],
  },
});
