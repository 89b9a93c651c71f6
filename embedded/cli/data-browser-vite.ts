import { join } from "node:path";
import { DATA_BROWSER_PATH } from "../http/data-browser-page";
import { compressFiles } from "./compress-files";
import { sourceRoot } from "./source-root";
import { StartError } from "./start-error";

/**
 * Builds the data browser. It is done in a process of its own: Vite takes all
 * of a processor for seconds, and sets variables of its process.
 *
 * @param folder where to; emptied first
 * @throws StartError that says which source is wrong
 */
export async function buildDataBrowser(folder: string): Promise<void> {
  const [{ build }, { default: react }] = await Promise.all([
    import("vite"),
    import("@vitejs/plugin-react"),
  ]);
  const building = build({
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
  await building.catch((error: unknown) => {
    throw new StartError(
      error instanceof Error ? error.message : String(error),
    );
  });
  await compressFiles(folder);
}
