import type { Plugin } from "vite";

/** Serves the embedded backend from Vite's development server. */
export function embedded(): Plugin {
  return { name: "hackarena:embedded" };
}
