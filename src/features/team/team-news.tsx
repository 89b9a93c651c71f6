import { api } from "#convex/_generated/api";
import type { TeamView } from "#convex/teams/shared/teams";
import { dataOf, useQuietLive } from "../../lib/connection/use-live";
import { Fitted } from "../../ui/fitted";
import styles from "./team-news.module.css";
import { useTeamNews } from "./use-team-news";

/** Shows news of the reader's team on every page of the portal. */
export function TeamNews() {
  const team = dataOf(useQuietLive(api.teams.mine, {}));
  const me = dataOf(useQuietLive(api.users.me, {}));
  const complete = useTeamNews(team, me?._id);
  return (
    <output className={`screen-only ${styles.place}`}>
      {complete && <RosterComplete team={complete} />}
    </output>
  );
}

/** The celebration of a full team, like a broadcast's lower third. It goes by itself, and lets presses through. */
function RosterComplete({ team: { name, members } }: { team: TeamView }) {
  return (
    <div
      className={`row gap-3 gap-x-6 items-center justify-between ${styles.band}`}
    >
      <span className="lattice" />
      <span className={`cover ${styles.blade}`} />
      <span className="min-w-0 beside">
        <strong className={`upper ${styles.title}`}>Roster complete</strong>
        <span className={`soft ${styles.name}`}>
          <Fitted>{name}</Fitted>
        </span>
      </span>
      <span className="flex gap-2" aria-hidden="true">
        {members.map(({ uid }, position) => (
          <span key={uid} className={`plate grid signal-text ${styles.slot}`}>
            {`P${position + 1}`}
          </span>
        ))}
      </span>
    </div>
  );
}
