import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { conditions: ["troupe-source"] },
  ssr: { resolve: { conditions: ["troupe-source", "node", "import", "module", "default"] } },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
  },
});
