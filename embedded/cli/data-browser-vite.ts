import { join } from "node:path";
import { DATA_BROWSER_PATH } from "../http/data-browser-page";
import { compressFiles } from "./compress-files";
import { sourceRoot } from "./source-root";

/**
 * Builds the data browser. It is done in a process of its own: Vite takes all
 * of a processor for seconds, and sets variables of its process.
 *
 * @param folder where to; emptied first
 */
export async function buildDataBrowser(folder: string): Promise<void> {
  const [{ build }, { default: react }] = await Promise.all([
    import("vite"),
    import("@vitejs/plugin-react"),
  ]);
  await build({
    configFile: false,
    envFile: false,
    root: join(sourceRoot(), "embedded", "data-browser"),
    base: `${DATA_BROWSER_PATH}/`,
    publicDir: false,
    logLevel: "error",
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      modulePreload: { polyfill: false },
      // Its security policy lets nothing come from a data address.
      assetsInlineLimit: 0,
    },
  });
  await compressFiles(folder);
}
