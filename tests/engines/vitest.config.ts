import { defineConfig } from "vitest/config";

/** `npm run test:engines`: not a project of `npm test`, because few machines have all of the browsers. */
export default defineConfig({
  test: {
    root: ".",
    name: "engines",
    environment: "node",
    include: ["tests/engines/**/*.test.ts"],
    globalSetup: ["tests/engines/global-setup.ts"],
    reporters: ["verbose", "./tests/closing-line-reporter.ts"],
    // Each file opens all of the browsers.
    fileParallelism: false,
    expect: { poll: { timeout: 20_000, interval: 50 } },
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
