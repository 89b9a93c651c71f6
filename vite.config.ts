/// <reference types="vitest/config" />
import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** What a test waits for comes late on a loaded laptop, and then it still counts. */
const patient = { poll: { timeout: 20_000, interval: 25 } };

/** From Node 25 on a `localStorage` of Node's own stands in the way of happy-dom's. */
const withoutWebStorage =
  Number(process.versions.node.split(".")[0]) >= 25
    ? ["--no-experimental-webstorage"]
    : [];

/**
 * The tests that leave nothing behind in their process, so that one may run
 * them all. The others replace modules, or count on the process's listeners.
 */
const layers = [
  "base",
  "data-browser",
  "functions/!(esbuild-service|stray-errors)",
  "http/!(hygiene)",
  "protocol",
  "storage",
  "subscriptions",
  "transaction",
  "values",
].map((path) => {
  const files = path.includes("/") ? path : `${path}/*`;
  return `packages/embedded-convex/tests/${files}.test.ts`;
});

export default defineConfig(async () => ({
  plugins: process.env.VITEST ? [] : await applicationPlugins(),
  test: {
    // Browsers and servers are waited for: a third of the workers does, at any time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    reporters: ["default", "./tests/closing-line-reporter.ts"],
    projects: [
      {
        test: {
          name: "convex",
          expect: patient,
          environment: "edge-runtime",
          include: ["tests/convex/**/*.test.ts"],
          isolate: false,
          testTimeout: 30_000,
          server: { deps: { inline: [/convex-test/, /@convex-dev/] } },
        },
      },
      {
        test: {
          name: "embedded-layers",
          expect: patient,
          environment: "node",
          include: layers,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "embedded",
          expect: patient,
          environment: "node",
          include: [
            "packages/*/tests/**/*.test.ts",
            "tests/backend/**/*.test.ts",
            "tests/*.test.ts",
          ],
          exclude: layers,
          globalSetup: ["packages/embedded-convex/tests/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "src",
          expect: patient,
          // A file that needs the page's storage names happy-dom itself.
          environment: "node",
          include: ["tests/src/**/*.test.ts"],
          isolate: false,
          execArgv: withoutWebStorage,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "src-dom",
          expect: patient,
          environment: "happy-dom",
          include: ["tests/src/**/*.test.tsx"],
          execArgv: withoutWebStorage,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "e2e",
          expect: patient,
          // The files of a worker share a browser, and what they import.
          isolate: false,
          environment: "node",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/e2e/global-setup.ts"],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
}));

/** The page, prerendered when it is built and with the backend beside it in development; tests start their own. */
async function applicationPlugins() {
  const { embedded } = await import("embedded-convex/vite");
  const { clientBuild } = await import("./src/prerender/client-build.ts");
  const { prerenderedPages } = await import("./src/prerender/plugin.ts");
  return [react(), clientBuild(), prerenderedPages(), embedded()];
}
