import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** Nothing in this product or its packages acts by reading a property or a global whose value nobody uses. */
const SIDE_EFFECTS = {
  propertyReadSideEffects: false,
  unknownGlobalSideEffects: false,
} as const;

/** What every page starts with; it compresses best in one piece. */
const FRAME = new RegExp(
  [
    "node_modules/(react|react-dom|scheduler|react-router|react-router-dom)/",
    "src/ui/(button|class-names|icons|layout|logo|visually-hidden)\\.",
    "src/lib/(format-date|intro-state|motion-preference|on-seen|when-calm)\\.",
    "src/lib/session/(session-store|token-storage)\\.",
    "src/content/(contact|event|landing|links|pages|stats)\\.",
    "src/paths\\.",
    "vite/preload-helper",
  ].join("|"),
);

export default defineConfig(async () => ({
  plugins: process.env.VITEST ? [] : await applicationPlugins(),
  build: {
    target: "es2022",
    sourcemap: false,
    // One style sheet: each prerendered page has all of its styles at once, with one request.
    cssCodeSplit: false,
    // Prerendered pages name the scripts they need; every targeted browser knows these links.
    modulePreload: { polyfill: false, resolveDependencies: preloadsOf },
    rolldownOptions: {
      treeshake: SIDE_EFFECTS,
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: "frame", test: FRAME }],
        },
      },
    },
  },
  test: {
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

/** Scripts that are loaded later import little beyond the frame: naming it each time costs more than it saves. */
function preloadsOf(
  _file: string,
  dependencies: string[],
  { hostType }: { hostType: "html" | "js" },
): string[] {
  return hostType === "html" ? dependencies : [];
}

/** The page, prerendered when it is built and with the backend beside it in development; tests start their own. */
async function applicationPlugins() {
  const { embedded } = await import("./embedded/vite.ts");
  const { prerenderedPages } = await import("./src/prerender/plugin.ts");
  return [react(), prerenderedPages(), embedded()];
}
