import { useLayoutEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { Announcement } from "#convex/content/shared/content";
import { newestOf } from "../../features/announcements/use-announcement-news";
import { useLasting } from "../../lib/time/use-lasting";
import { paths } from "../../paths";
import { ArrowIcon } from "../../ui/icons";
import { VisuallyHidden } from "../../ui/visually-hidden";
import styles from "./news-strip.module.css";

/** Long enough for announcements in view to be marked as seen first. */
const SETTLE_MS = 300;

/** The number of unseen announcements, with the newest one's title. Not a live region: a toast announces them. */
export function NewsStrip({
  unseen,
  at = paths.dashboard,
}: {
  unseen: readonly Announcement[];
  /** The page that lists them. */
  at?: string;
}) {
  const isShown = useLasting(unseen.length > 0, SETTLE_MS);
  const newest = newestOf(unseen);
  if (!isShown || newest === undefined) return null;
  return <Strip count={unseen.length} title={newest.title} at={at} />;
}

function Strip({
  count,
  title,
  at,
}: {
  count: number;
  title: string;
  at: string;
}) {
  const ref = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    const strip = ref.current;
    return () => keepPlaceWithout(strip);
  }, []);
  return (
    <Link
      ref={ref}
      to={`${at}#announcements`}
      className={`flex gap-3 items-center target plain ${styles.strip}`}
    >
      <span
        className={`upper on-signal ${styles.count}`}
      >{`${count} new`}</span>
      <VisuallyHidden>
        {count === 1 ? "announcement: " : "announcements, the newest: "}
      </VisuallyHidden>
      <span className="min-w-0 grow strong tight two-lines">{title}</span>
      <ArrowIcon />
    </Link>
  );
}

/** Keeps the scroll position when the strip above the reader is removed: Safari has no scroll anchoring. */
function keepPlaceWithout(strip: HTMLElement | null) {
  if (strip === null || CSS.supports("overflow-anchor", "auto")) return;
  const { bottom, height } = strip.getBoundingClientRect();
  if (bottom < 0) scrollBy(0, -height);
}
