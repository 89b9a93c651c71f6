import { Link } from "react-router-dom";
import { api } from "#convex/_generated/api";
import { useNews } from "../../features/announcements/announcement-news";
import { LogoutButton } from "../../features/auth/logout-button";
import { DeskStep } from "../../features/next-step/helper-step";
import { dataOf, useQuietLive } from "../../lib/connection/use-live";
import { paths } from "../../paths";
import { Announcements } from "./announcements";
import { useNewOnThisVisit } from "./dashboard-view";
import { NewsStrip } from "./news-strip";
import { Resources } from "./resources";
import { useLiveContent } from "./use-live-content";
import type { Elements } from "../../ui/elements";

/** The page of judges and mentors, who have no dashboard: news above their work, the rest below it. */
export function HelperFrame({
  at,
  children,
}: {
  /** The page's address. */
  at: string;
  children: Elements;
}) {
  const me = dataOf(useQuietLive(api.users.me, {}));
  const { announcements, resources } = useLiveContent();
  const { unseen, markSeen } = useNews();
  const newIds = useNewOnThisVisit(unseen);
  return (
    <>
      <div className="container">
        <NewsStrip unseen={unseen} at={at} />
        {me?.isDeskHelper && <DeskStep />}
      </div>
      {children}
      <div className="container">
        <div className="stack gap-5 page-padding">
          <Announcements
            live={announcements}
            // Work comes first: one, and pins in lines, as when all is over.
            phase="over"
            newIds={newIds}
            onSeen={markSeen}
          />
          <Resources live={resources} />
          <div className="row gap-4 items-center">
            <Link to={paths.schedule} className="flex target items-center">
              Schedule
            </Link>
            {me?.teamId && (
              <Link to={paths.team} className="flex target items-center">
                Team
              </Link>
            )}
            <Link to={paths.account} className="flex target items-center">
              Account
            </Link>
            <LogoutButton />
          </div>
        </div>
      </div>
    </>
  );
}
