/**
 * Requests the page's first query and picture when it is loaded, which the HTML of the gallery does beside its first
 * paint: the live query needs a connection, which is opened only after all scripts.
 */
import type { GalleryEntry, GalleryProject } from "#convex/gallery/shared";
import { FIRST_PAGE } from "#convex/platform/shared/lists";
import { askForAll } from "../../lib/connection/first-answers";
import type { paths } from "../../paths";
import {
  pageSources,
  wallSources,
  type PictureSources,
} from "./picture-sources";

const GALLERY: typeof paths.projects = "/projects";

if (!import.meta.env.SSR) void askEarly(location);

/** @param address of the page; does nothing outside the gallery */
async function askEarly({
  pathname,
  search,
}: {
  pathname: string;
  search: string;
}): Promise<void> {
  if (pathname === GALLERY && search === "") {
    const wall = await askForAll<{ projects: GalleryEntry[] }>(
      "projects:gallery",
      { limit: FIRST_PAGE },
    );
    const first = wall?.projects[0];
    if (!first?.picture) return;
    const sources = wallSources(first.picture, first.awards.length > 0);
    load(sources);
    // Where a server writes it into the HTML, `first-paint.js` has done this.
    document.documentElement.style.setProperty(
      "--first-picture",
      `url("${sources.src}")`,
    );
  } else if (pathname.startsWith(`${GALLERY}/`)) {
    const projectId = pathname.slice(GALLERY.length + 1);
    const project = await askForAll<GalleryProject | null>("projects:get", {
      projectId,
    });
    const [first] = project?.pictures ?? [];
    if (first) load(pageSources(first, true));
  }
}

function load({ src, srcSet, sizes }: PictureSources) {
  const image = new Image();
  image.fetchPriority = "high";
  if (sizes !== undefined) image.sizes = sizes;
  if (srcSet !== undefined) image.srcset = srcSet;
  image.src = src;
}
