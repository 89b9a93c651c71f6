import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { dataBrowserPage, type Site } from "../http/data-browser-page";
import type { PageHandler } from "../http/server";
import type { Settings } from "./settings";
import { StartError } from "./start-error";

/**
 * Returns the request handler for `/_data`, or null when the data browser is
 * switched off.
 *
 * @throws StartError when the package is not built
 */
export function openDataBrowser(
  { hasDataBrowser }: Settings,
  publicUrl: URL,
  site: Site | null,
): PageHandler | null {
  if (!hasDataBrowser) return null;
  const folder = join(packageFolder(), "dist", "data-browser");
  if (!existsSync(folder)) {
    throw new StartError(`${folder} is missing: build the package first`);
  }
  return dataBrowserPage(folder, publicUrl, site);
}

/** Finds the package's folder, from src/ as well as from dist/. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}
