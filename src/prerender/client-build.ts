/** How scripts and styles are bundled. Budget: the landing page works from less than 110 kB (gzip) of script. */
import type { Plugin } from "vite";

/** Modules that every page starts with; one chunk compresses best. */
const FRAME = new RegExp(
  [
    "node_modules/(react|react-dom|scheduler|react-router|react-router-dom)/",
    "src/(paths|routes)\\.",
    "src/content/(event|links|opening|pages)\\.",
    "src/features/intro/",
    "src/layouts/(navigation|page-pending|route-|site-layout|site-link)",
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
        // One style sheet, so that a prerendered page gets all of its styles with one request.
        cssCodeSplit: false,
        modulePreload: {
          polyfill: false,
          // Late chunks import little beyond the frame; listing their preloads costs more than it saves.
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
    /** Without preloads, this is all that remains of Vite's helper for dynamic imports. */
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

/** Sonner injects a style element, which the content security policy forbids; `toaster.tsx` links its style sheet. */
function withoutStyles(code: string): string {
  return code.replace(/^__insertCSS\(.*\);$/m, "");
}

/** Marks wrapped components as pure, so that the router's unused ones (forms) are tree-shaken. */
function shakeable(code: string): string {
  return code
    .replace(/^\w+\.displayName = "\w+";$/gm, "")
    .replace(
      /= (React\d*\.(?:forwardRef|createContext|memo)\()/g,
      "= /* @__PURE__ */ $1",
    );
}
