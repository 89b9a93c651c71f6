import type { Plugin } from "vite";
import type * as Development from "./cli/development";
import { loadBundled } from "./load-bundled.js";

/**
 * Serves the embedded backend from Vite's development server. The backend is
 * loaded when that server starts: builds and tests know nothing of it.
 */
export function embedded(): Plugin {
  return {
    name: "hackarena:embedded",
    apply: "serve",
    async config({ root = process.cwd() }) {
      const { developmentSettings } = await loadDevelopment();
      const { host, port } = developmentSettings(root);
      // The address is known to functions before they load: it must not move.
      return { server: { host, port, strictPort: true } };
    },
    async configureServer(server) {
      const { serveDevelopment } = await loadDevelopment();
      await serveDevelopment(server);
    },
  };
}

async function loadDevelopment(): Promise<typeof Development> {
  return (await loadBundled("cli/development.ts")) as typeof Development;
}
