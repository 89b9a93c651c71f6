/**
 * Requests the page's first query and picture while the scripts are loading: the live query needs a connection, which
 * is opened only after them.
 */
import type {
  GalleryEntry,
  GalleryProject,
} from "#convex/shared/galleryValidators";
import { FIRST_PAGE } from "#convex/shared/limits";
import { askForAll } from "../../lib/session/first-answers";
import { paths } from "../../paths";
import {
  pageSources,
  wallSources,
  type PictureSources,
} from "./picture-sources";

/** @param address of the page; does nothing outside the gallery */
export async function askEarly({
  pathname,
  search,
}: {
  pathname: string;
  search: string;
}): Promise<void> {
  if (pathname === paths.projects && search === "") {
    const wall = await askForAll<{ projects: GalleryEntry[] }>(
      "projects:gallery",
      { limit: FIRST_PAGE },
    );
    const first = wall?.projects[0];
    if (first?.picture)
      load(wallSources(first.picture, first.awards.length > 0));
  } else if (pathname.startsWith(`${paths.projects}/`)) {
    const projectId = pathname.slice(paths.projects.length + 1);
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
