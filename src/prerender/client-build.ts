/**
 * How the scripts and styles of the page are cut. What a first visit needs is counted: with React and its router the
 * landing page works from less than 110 kB (gzip).
 */
import type { Plugin } from "vite";

/** What every page starts with; it compresses best in one piece. */
const FRAME = new RegExp(
  [
    "node_modules/(react|react-dom|scheduler|react-router|react-router-dom)/",
    "src/ui/(button|class-names|icons|layout|logo|visually-hidden)\\.",
    "src/lib/(format-date|intro-state|motion-preference|on-seen|when-calm)\\.",
    "src/lib/session/(session-store|token-storage)\\.",
    "src/content/(event|landing|links|pages|stats)\\.",
    "src/paths\\.",
    "vite/preload-helper",
  ].join("|"),
);

export function clientBuild(): Plugin {
  return {
    name: "hackarena:client-build",
    apply: "build",
    enforce: "pre",
    config: () => ({
      build: {
        target: "es2022",
        sourcemap: false,
        // One style sheet: each prerendered page has all of its styles at once, with one request.
        cssCodeSplit: false,
        modulePreload: {
          polyfill: false,
          // What comes later imports little beyond the frame; naming it at each import costs more than it saves.
          resolveDependencies: (_file, scripts, { hostType }) =>
            hostType === "html" ? scripts : [],
        },
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: "frame", test: FRAME }],
            },
          },
        },
      },
    }),
    /** Then Vite's helper for dynamic imports has nothing to do; this is what remains of it. */
    load(id) {
      if (id !== "\0vite/preload-helper.js") return null;
      return "export const __vitePreload = (load) => load();";
    },
  };
}
