import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // End-to-end tests start real pi processes; two cores carry few of them at once.
    maxWorkers: 2,
    // Generous: a test that fails says so long before, and a busy machine is slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ["default"],
  },
});
