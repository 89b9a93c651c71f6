/** What the HTML of a page says before its scripts run. */
import type { QueryCtx } from "../_generated/server";
import { marksOf, type PageHead } from "../settings/shared";
import { pageAddress, projectIdIn } from "../platform/siteAddress";
import * as Gallery from "../gallery/gallery";
import { previewTags } from "../gallery/previewPage";
import * as Settings from "../settings/settings";

/** Returns it for the page at a path. */
export async function read(ctx: QueryCtx, path: string): Promise<PageHead> {
  const settings = await Settings.getCurrent(ctx);
  const marks = Object.entries(marksOf(settings)).filter(
    ([, value]) => value !== "",
  );
  const id = projectIdIn(path);
  const preview = id === null ? null : await Gallery.findPreview(ctx, id);
  const picture =
    path === "/projects" ? await Gallery.findFirstPicture(ctx) : null;
  return {
    attributes: {
      "data-settings": "served",
      ...(picture && { "data-picture": picture.thumbnail?.url ?? picture.url }),
      ...Object.fromEntries(
        marks.map(([name, value]) => [`data-${name}`, value]),
      ),
    },
    ...(preview === null
      ? { meta: {} }
      : {
          title: preview.name,
          meta: {
            ...previewTags(
              preview,
              pageAddress(`/projects/${preview.projectId}`),
            ),
            // The page's own says what the site's picture is.
            ...(preview.picture && { "og:image:type": "" }),
          },
        }),
  };
}
