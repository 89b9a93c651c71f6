import { ConvexProvider } from "convex/react";
import { useMemo } from "react";
import { api } from "#convex/_generated/api";
import { convex } from "../../lib/connection/convex-client";
import { dataOf, useQuietLive } from "../../lib/connection/use-live";
import hall from "./arena.css?url";
import { useMedia } from "../../lib/use-media";
import { Ring } from "./ring";
import { standFor } from "./seats";
import { NowAndNext } from "../dashboard/now-and-next";
import styles from "./live-board.css?url";

/** For the landing page: the clock, what is on, and the teams around it, as on the hall's screen; the teams once organisers have turned it on. */
export function LiveBoard() {
  return (
    <ConvexProvider client={convex}>
      <link rel="stylesheet" href={hall} precedence="medium" />
      <link rel="stylesheet" href={styles} precedence="medium" />
      <Board />
    </ConvexProvider>
  );
}

function Board() {
  const schedule = useQuietLive(api.schedule.list, {});
  const board = dataOf(useQuietLive(api.arena.board, {}));
  const handIns = dataOf(useQuietLive(api.arena.handIns, {}));
  const teams = useMemo(() => {
    const done = new Map(
      handIns?.map(({ teamId, handInId }) => [teamId, handInId]),
    );
    return board?.map((team) => ({
      ...team,
      arrived: 0,
      handIn: done.get(team.id) ?? null,
    }));
  }, [board, handIns]);
  const aspect = useMedia("(min-width: 48rem)") ? 2 : 0.75;
  return (
    <div className="grid live-board">
      {teams && teams.length > 0 && (
        <Ring
          stand={standFor(teams.length, aspect)}
          teams={teams}
          counted={false}
          calledId={undefined}
          isDimmed={false}
        />
      )}
      <div className="stack gap-4 live-middle">
        <NowAndNext live={schedule} />
        {teams && teams.length > 0 && (
          <p className="headline tabular">
            {`${handIns?.length ?? 0} of ${teams.length} handed in`}
          </p>
        )}
      </div>
    </div>
  );
}
