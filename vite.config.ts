/// <reference types="vitest/config" />
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, runnerImport, type Plugin } from "vite";

/** The folder of another edition than `convex/edition/`; `package.json` names that one for whatever reads no `EDITION`. */
const edition = resolve(process.env.EDITION || "convex/edition");
const alias = { "#edition": edition };

/** What a test waits for comes late on a loaded laptop, and then it still counts. */
const patient = { poll: { timeout: 20_000, interval: 25 } };

/** From Node 25 on a `localStorage` of Node's own stands in the way of happy-dom's. */
const withoutWebStorage =
  Number(process.versions.node.split(".")[0]) >= 25
    ? ["--no-experimental-webstorage"]
    : [];

/** Tests that wait for nothing: more workers than cores would only load the same modules more often. */
const pure = {
  maxWorkers: availableParallelism(),
  sequence: { groupOrder: 1 },
};

/** These replace modules, or count what listens to their process or is on its heap: each runs in a process of its own. */
const alone = [
  "packages/embedded-convex/tests/functions/stray-errors.test.ts",
  "packages/embedded-convex/tests/http/hygiene.test.ts",
  "packages/embedded-convex/tests/protocol/subscribed-bytes.test.ts",
];

/** Ends, file by file, what tests of the backend have started. */
const closing = "packages/embedded-convex/tests/base/close-all.ts";

/** They take long and are rarely at stake: only `npm run test:all` runs them (tests/README.md). */
const long = [
  "packages/embedded-convex/tests/builds/package.test.ts",
  "packages/embedded-convex/tests/cli/commands.test.ts",
  "packages/embedded-convex/tests/cli/push.test.ts",
  "packages/embedded-convex/tests/engine/process-life.test.ts",
  "tests/another-edition.test.ts",
  "tests/backend/environment-file.test.ts",
  "tests/backend/moving.test.ts",
  "tests/e2e/another-host.test.ts",
  "tests/e2e/data-browser-panels.test.ts",
  "tests/e2e/page-cost.test.ts",
  "tests/e2e/refused-storage.test.ts",
  "tests/e2e/tls.test.ts",
];

const leftOut = process.env.TEST_ALL === "1" ? [] : long;

export default defineConfig(async () => ({
  plugins: process.env.VITEST ? [] : await applicationPlugins(),
  resolve: { alias },
  test: {
    // Browsers and servers are waited for: half of the workers does, at any time.
    maxWorkers: availableParallelism() * 2,
    reporters: ["default", "./tests/closing-line-reporter.ts"],
    ...(process.env.VITEST && (await longestFirst())),
    projects: [
      {
        resolve: { alias },
        test: {
          name: "convex",
          ...pure,
          expect: patient,
          environment: "edge-runtime",
          include: ["tests/convex/**/*.test.ts"],
          isolate: false,
          setupFiles: ["tests/put-back.ts", "tests/convex/new-deployment.ts"],
          testTimeout: 180_000,
          server: { deps: { inline: [/convex-test/, /@convex-dev/] } },
        },
      },
      {
        // Files that move from the mock to the engine by this import alone.
        resolve: {
          alias: {
            ...alias,
            "convex-test": resolve("tests/convex/on-the-engine.ts"),
          },
        },
        test: {
          name: "convex-on-the-engine",
          ...pure,
          expect: patient,
          environment: "node",
          include: ["tests/convex/{expiry,schedule}.test.ts"],
          isolate: false,
          setupFiles: ["tests/put-back.ts", "tests/convex/new-deployment.ts"],
          globalSetup: ["packages/embedded-convex/tests/global-setup.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "embedded",
          // An eighth of their processor time went into collecting a small young heap again and again.
          execArgv: ["--max-semi-space-size=64"],
          expect: patient,
          environment: "node",
          include: [
            "packages/*/tests/**/*.test.ts",
            "tests/backend/**/*.test.ts",
            "tests/*.test.ts",
          ],
          exclude: [...alone, ...leftOut],
          // What the files of a worker import is loaded, and their fixtures are bundled, once.
          isolate: false,
          setupFiles: [closing, "tests/without-yjs-mark.ts"],
          globalSetup: [
            "packages/embedded-convex/tests/global-setup.ts",
            "tests/backend/global-setup.ts",
          ],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "embedded-alone",
          expect: patient,
          environment: "node",
          include: alone,
          setupFiles: [closing],
          globalSetup: ["packages/embedded-convex/tests/global-setup.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "src",
          ...pure,
          expect: patient,
          // A file that needs the page's storage names happy-dom itself.
          environment: "node",
          include: ["tests/src/**/*.test.ts"],
          isolate: false,
          setupFiles: ["tests/put-back.ts"],
          execArgv: withoutWebStorage,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        plugins: [react()],
        // Nothing loads style sheets there, and Vitest would leave their addresses empty.
        resolve: {
          alias: [
            { find: "#edition", replacement: edition },
            { find: /^.*\.css\?url$/, replacement: "/tests/src/no-styles.ts" },
          ],
        },
        test: {
          name: "src-dom",
          ...pure,
          isolate: false,
          setupFiles: [
            "tests/src/fresh-modules.ts",
            "tests/src/no-network.ts",
            "tests/put-back.ts",
          ],
          expect: patient,
          environment: "happy-dom",
          include: ["tests/src/**/*.test.tsx"],
          execArgv: withoutWebStorage,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "e2e",
          expect: patient,
          // The files of a worker share a browser, and what they import.
          isolate: false,
          environment: "node",
          include: ["tests/e2e/**/*.test.ts"],
          exclude: leftOut,
          globalSetup: ["tests/e2e/global-setup.ts"],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
}));

async function longestFirst() {
  const { LongestFirst } = await import("./tests/longest-first.ts");
  return { sequence: { sequencer: LongestFirst } };
}

/** The page, prerendered when it is built and with the backend beside it in development; tests start their own. */
async function applicationPlugins() {
  const { embedded } = await import("embedded-convex/vite");
  const { clientBuild } = await import("./src/prerender/client-build.ts");
  const { prerenderedPages } = await import("./src/prerender/plugin.ts");
  const { module } = await runnerImport<
    typeof import("./convex/edition/facts")
  >(resolve(edition, "facts.ts"));
  const site = { name: module.facts.edition, home: "/organiser" };
  return [
    react(),
    clientBuild(),
    prerenderedPages(),
    embedded({ site, openIdStandIn: "google", alias }),
    cssTypes,
  ];
}

/** An editor learns of a new class when its file is saved. */
const cssTypes: Plugin = {
  name: "css-types",
  watchChange(file) {
    if (file.endsWith(".module.css"))
      spawn(process.execPath, [".ci/css-types.mjs"]);
  },
};
