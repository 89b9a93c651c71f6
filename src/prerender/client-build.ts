/**
 * How the scripts and styles of the page are cut. What a first visit needs is counted: with React and its router the
 * landing page works from less than 110 kB (gzip).
 */
import type { Plugin } from "vite";

/** What every page starts with; it compresses best in one piece. */
const FRAME = new RegExp(
  [
    "node_modules/(react|react-dom|scheduler|react-router|react-router-dom)/",
    "src/(paths|routes)\\.",
    "src/content/(event|links|opening|pages)\\.",
    "src/features/intro/",
    "src/layouts/(navigation|page-pending|route-|site-layout|site-link|use-)",
    "src/lib/(early-presses|format-date|intro-state|late-part|motion-preference|on-seen|use-hydrated|when-calm)\\.",
    "src/lib/session/(session-host|session-store|token-storage)\\.",
    "src/ui/(button|class-names|icons|layout|logo|panel|time-bar|visually-hidden)\\.",
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
    transform(code, id) {
      if (id.includes("/node_modules/sonner/")) return withoutStyles(code);
      if (id.includes("/node_modules/react-router/")) return shakeable(code);
      return null;
    },
  };
}

/** Sonner would add a style element, which a strict content security policy forbids; `toaster.tsx` links its file. */
function withoutStyles(code: string): string {
  return code.replace(/^__insertCSS\(.*\);$/m, "");
}

/** Components that are named or wrapped count as used: said to be pure, the router's unused ones (forms) stay out. */
function shakeable(code: string): string {
  return code
    .replace(/^\w+\.displayName = "\w+";$/gm, "")
    .replace(
      /= (React\d*\.(?:forwardRef|createContext|memo)\()/g,
      "= /* @__PURE__ */ $1",
    );
}
