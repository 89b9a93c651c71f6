import type { ContentImage } from "../content/schemas";

/** A picture of the content, loaded when it comes near; its place is kept by its size. */
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
