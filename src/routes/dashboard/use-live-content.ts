import { api } from "#convex/_generated/api";
import type { Announcement, Resource } from "#convex/content/shared/content";
import type { Entry } from "#convex/content/shared/schedule";
import { useNews } from "../../features/announcements/announcement-news";
import {
  useNoticeReadKey,
  useQuietLive,
  type Live,
} from "../../lib/connection/use-live";
import { useTimedLive } from "../../lib/connection/use-timed-live";

export type LiveContent = {
  announcements: Live<readonly Announcement[]>;
  schedule: Live<readonly Entry[]>;
  resources: Live<readonly Resource[]>;
};

/** Subscribes for as long as the dashboard is open, so that no tab has to load again. */
export function useLiveContent(): LiveContent {
  const { live: announcements } = useNews();
  const readKey = useNoticeReadKey();
  const resources = useTimedLive(api.resources.list, readKey);
  const schedule = useQuietLive(api.schedule.list, {});
  return {
    announcements,
    resources:
      resources.status !== "success"
        ? resources
        : // The session has ended, and the guard is about to redirect.
          resources.data === null
          ? { status: "pending" }
          : { status: "success", data: resources.data.resources },
    schedule,
  };
}
