import type { ContentImage } from "../content/schemas";

/** A lazily loaded image; its size reserves its place. */
export function Picture({
  image: { src, width, height, alt },
  className,
}: {
  image: ContentImage;
  className?: string | undefined;
}) {
  return (
    <img
      loading="lazy"
      decoding="async"
      {...{ src, width, height, className }}
      alt={alt}
    />
  );
}
