import { defineConfig } from "vitest/config";
import { skippedReporter } from "./test/support/skipped.ts";

const report = process.env.TEST_REPORT; // where to leave a report for a program, besides the one for people

export default defineConfig({
  resolve: { conditions: ["troupe-source"] },
  ssr: { resolve: { conditions: ["troupe-source", "node", "import", "module", "default"] } },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/warnings.ts"],
    testTimeout: 30_000,
    reporters: report
      ? ["default", skippedReporter, ["json", { outputFile: report }]]
      : ["default", skippedReporter],
  },
});
