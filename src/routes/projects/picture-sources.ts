import type { PictureView } from "#convex/projects/shared/pictures";
import { atDeployment } from "../../lib/connection/deployment-url";

/** `srcset` and `sizes` of pictures, from which the browser chooses a file. */
export type PictureSources = { src: string; srcSet?: string; sizes?: string };

/** On the wall; `isLarge` for a card that fills a row. */
export function wallSources(
  picture: PictureView,
  isLarge: boolean,
): PictureSources {
  const { url, thumbnail } = picture;
  return {
    src: atDeployment(thumbnail?.url ?? url),
    // Browsers multiply this by the pixel ratio; the small version is enough for phones.
    ...(isLarge && choice(picture, "(min-width: 64rem) 48rem, 15rem")),
  };
}

/** On the project's own page. */
export function pageSources(
  picture: PictureView,
  isFirst: boolean,
): PictureSources {
  const sizes = isFirst
    ? "(min-width: 84rem) 80rem, 100vw"
    : "(min-width: 48rem) 50vw, 100vw";
  return { src: atDeployment(picture.url), ...choice(picture, sizes) };
}

function choice({ url, width, thumbnail }: PictureView, sizes: string) {
  if (thumbnail === null) return undefined;
  const srcSet = `${atDeployment(thumbnail.url)} ${thumbnail.width}w, ${atDeployment(url)} ${width}w`;
  return { srcSet, sizes };
}
