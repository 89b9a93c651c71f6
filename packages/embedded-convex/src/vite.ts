import type { Plugin } from "vite";
import type { DevelopmentOptions } from "./cli/development";

/**
 * Returns a Vite plugin that runs the backend inside the development server, on
 * the same origin. The backend's code is imported only when that server starts,
 * not in builds.
 */
export function embedded(options: DevelopmentOptions = {}): Plugin {
  return {
    name: "embedded-convex",
    apply: "serve",
    async config({ root = process.cwd() }) {
      const { developmentSettings } = await import("./cli/development");
      const { host, port } = developmentSettings(root);
      // Functions get this address when they load, so the port must be fixed.
      return { server: { host, port, strictPort: true } };
    },
    async configureServer(server) {
      const { serveDevelopment } = await import("./cli/development");
      await serveDevelopment(server, options);
    },
  };
}
