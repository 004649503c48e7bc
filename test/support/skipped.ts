import type { Reporter, TestModule } from "vitest/node";

/** Says, under the usual report, which tests did not run on this machine, and why. */
export const skippedReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    for (const module of modules) {
      for (const test of module.children.allTests("skipped")) {
        const result = test.result();
        const why = result.state === "skipped" ? result.note : undefined;
        process.stdout.write(`skipped: ${module.relativeModuleId} > ${test.fullName}: ${why ?? "no reason given"}\n`);
      }
    }
  },
};
