import { join } from "node:path";
import type { Logger } from "../base/logger";
import { dataBrowserPage } from "../http/data-browser-page";
import type { PageHandler } from "../http/server";
import { DataBrowserBuild } from "./data-browser-build";
import type { Settings } from "./settings";
import { sourceRoot } from "./source-root";

/**
 * Makes what answers at `/_data`, or null when that is switched off. Nothing is
 * built before the first request. A checkout that cannot be written to has it
 * built into the data directory.
 *
 * @param dataDir an absolute path
 */
export function openDataBrowser(
  { hasDataBrowser }: Settings,
  dataDir: string,
  publicUrl: URL,
  logger: Logger,
): PageHandler | null {
  if (!hasDataBrowser) return null;
  const caches = [
    join(sourceRoot(), "node_modules", ".cache", "hackarena"),
    join(dataDir, "cache"),
  ];
  return dataBrowserPage(new DataBrowserBuild({ caches, logger }), publicUrl);
}
