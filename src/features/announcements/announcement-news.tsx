import { createContext, use, useMemo, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { api } from "#convex/_generated/api";
import type { Announcement } from "#convex/content/shared/content";
import {
  dataOf,
  useNoticeReadKey,
  type Live,
} from "../../lib/connection/use-live";
import { useTimedLive } from "../../lib/connection/use-timed-live";
import { paths } from "../../paths";
import {
  useAnnouncementNews,
  useArrivalToast,
  type News,
} from "./use-announcement-news";

type Told = News & { live: Live<readonly Announcement[]> };

const Context = createContext<Told | null>(null);

/** Subscribes to the announcements on every page of the portal, so that a new one is announced on each. */
export function AnnouncementNews({ children }: { children: ReactNode }) {
  const live = useListed();
  const listed = dataOf(live);
  const { unseen, markSeen } = useAnnouncementNews(listed);
  const isQuiet = useLocation().pathname.startsWith(paths.organiser);
  useArrivalToast(listed, isQuiet);
  const told = useMemo(
    () => ({ live, unseen, markSeen }),
    [live, unseen, markSeen],
  );
  return <Context value={told}>{children}</Context>;
}

/** Of the nearest `AnnouncementNews`. */
export function useNews(): Told {
  const told = use(Context);
  if (told === null) throw new Error("there is no AnnouncementNews above");
  return told;
}

/** Null after the session has ended; the guard is about to redirect. */
function useListed(): Live<readonly Announcement[]> {
  const live = useTimedLive(api.announcements.list, useNoticeReadKey());
  return useMemo(() => {
    if (live.status !== "success") return live;
    return live.data === null
      ? { status: "pending" }
      : { status: "success", data: live.data.announcements };
  }, [live]);
}
