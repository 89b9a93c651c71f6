/// <reference types="vitest/config" />
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig(async () => ({
  plugins: process.env.VITEST ? [] : await applicationPlugins(),
  test: {
    maxWorkers: "100%",
    reporters: ["default", "./tests/closing-line-reporter.ts"],
    projects: [
      {
        test: {
          name: "convex",
          environment: "edge-runtime",
          include: ["tests/convex/**/*.test.ts"],
          server: { deps: { inline: [/convex-test/, /@convex-dev/] } },
        },
      },
      {
        test: {
          name: "embedded",
          environment: "node",
          include: ["tests/embedded/**/*.test.ts", "tests/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "src",
          environment: "happy-dom",
          include: ["tests/src/**/*.test.{ts,tsx}"],
        },
      },
      {
        test: {
          name: "e2e",
          environment: "node",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/e2e/global-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
}));

/** The page, prerendered when it is built and with the backend beside it in development; tests start their own. */
async function applicationPlugins() {
  const { embedded } = await import("./embedded/vite.ts");
  const { clientBuild } = await import("./src/prerender/client-build.ts");
  const { prerenderedPages } = await import("./src/prerender/plugin.ts");
  return [react(), clientBuild(), prerenderedPages(), embedded()];
}
