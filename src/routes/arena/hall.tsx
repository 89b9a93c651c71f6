import { ConvexProvider, useConvexConnectionState } from "convex/react";
import { useMemo, useState, useSyncExternalStore } from "react";
import { api } from "#convex/_generated/api";
import { nowAndNext, type Entry } from "#convex/content/shared/schedule";
import type { ScreenOrders, Show } from "#convex/hall/shared/screens";
import type { Settings } from "#convex/settings/shared";
import { counted, durationInWords } from "#convex/platform/shared/text";
import { event } from "../../content/event";
import { teamPlaces } from "../../content/stats";
import {
  useDeploymentMinute,
  useDeploymentTime,
} from "../../features/clock/deployment-clock";
import { CeremonyStage } from "../../features/ceremony/ceremony-stage";
import { convex } from "../../lib/connection/convex-client";
import { useLasting } from "../../lib/time/use-lasting";
import { dataOf, useQuietLive } from "../../lib/connection/use-live";
import { useTimedLive } from "../../lib/connection/use-timed-live";
import { useWakeLock } from "../../lib/use-wake-lock";
import { ArenaMark } from "../../ui/arena-mark";
import { classNames } from "../../ui/class-names";
import { Mark } from "../../ui/logo";
import { LiveRegion } from "../../ui/visually-hidden";
import { Written } from "../../ui/written";
import styles from "./arena.css?url";
import { HallClock } from "./hall-clock";
import { HallPodium } from "./hall-podium";
import {
  useMoments,
  type HallState,
  type HallTeam,
  type Moment,
} from "./moments";
import { Ring } from "./ring";
import { NowAndNext, RunOfPlay } from "./run-of-play";
import {
  ownKey,
  useAttended,
  useAwaySince,
  useNewVersion,
  useSigns,
} from "./screen";
import { standFor } from "./seats";
import { Staged } from "./staged";

export function Hall() {
  return (
    <ConvexProvider client={convex}>
      <link rel="stylesheet" href={styles} precedence="medium" />
      <div className="hall">
        <Screen />
      </div>
    </ConvexProvider>
  );
}

/** What organisers want of this screen, and what is there whatever it shows. */
function Screen() {
  const [key] = useState(ownKey);
  const own = useQuietLive(api.screens.own, { key });
  const settings = useQuietLive(api.settings.current, {});
  const isAwake = useWakeLock();
  const isAttended = useAttended();
  const { code = "", orders = null } = dataOf(own) ?? {};
  useSigns(orders !== null, key, isAwake);
  if (own.status === "pending" || settings.status !== "success")
    return <Waiting />;
  if (orders?.isBlank) return <Blank />;
  return (
    <div
      className={classNames(
        "grid hall-frame",
        !isAttended && "hall-unattended",
      )}
    >
      <span className="lattice hall-lattice" />
      {orders && orders.sentence !== "" && (
        <output className="on-signal hall-sentence">
          <Written>{orders.sentence}</Written>
        </output>
      )}
      <div className="hall-view">
        {orders?.show === "ceremony" ? (
          <Ceremony />
        ) : settings.data.arenaOpen === true ? (
          <Board settings={settings.data} show={orders?.show ?? "all"} />
        ) : (
          <Closed />
        )}
      </div>
      {isAttended && <Plate code={code} orders={orders} />}
    </div>
  );
}

function Blank() {
  useNewVersion(true);
  return null;
}

/** The results, as organisers reveal them; a new version waits until they show something else. */
function Ceremony() {
  const revealed = dataOf(useQuietLive(api.ceremony.revealed, {}));
  return revealed ? <CeremonyStage revealed={revealed} /> : <Emblem />;
}

/** Before organisers turn it on. */
function Closed() {
  useNewVersion(true);
  return <Emblem />;
}

/** In place of what has not come: soon the emblem, and why. A screen that is to be blank does not flash it at each load. */
function Waiting() {
  const { isWebSocketConnected } = useConvexConnectionState();
  const isLong = useLasting(true, 3_000);
  useNewVersion(true, isWebSocketConnected);
  return (
    isLong && (
      <Emblem>
        {isWebSocketConnected
          ? "The numbers have not come yet. This screen tries again by itself."
          : "No connection. This screen goes on by itself when it is back."}
      </Emblem>
    )
  );
}

function Emblem({ children }: { children?: string }) {
  return (
    <div className="grid cover hall-closed">
      <ArenaMark className="hall-emblem" />
      <p className="hall-title">{event.edition}</p>
      {children && <output className="hall-body">{children}</output>}
    </div>
  );
}

/** For whoever sets the screen up. */
function Plate({
  code,
  orders,
}: {
  code: string;
  orders: ScreenOrders | null;
}) {
  return (
    <p className="grid soft hall-plate-words">
      {orders ? (
        <b>{orders.name}</b>
      ) : (
        <>
          <span>Screen </span>
          <b>{`${code.slice(0, 4)} ${code.slice(4)}`}</b>
        </>
      )}
      <span>
        <span>
          {orders
            ? "One of the organisers’ screens"
            : "Organisers add it under Settings, Screens"}
        </span>
        . F11 fills the screen.
      </span>
    </p>
  );
}

function Board({
  settings,
  show,
}: {
  settings: Settings;
  show: Exclude<Show, "ceremony">;
}) {
  const now = useDeploymentTime();
  const minute = useDeploymentMinute();
  const entries = dataOf(useQuietLive(api.schedule.list, {}));
  const published = dataOf(useQuietLive(api.judging.published, {})) ?? null;
  const here = dataOf(useQuietLive(api.arena.here, {})) ?? 0;
  const hall = useHall(entries, minute);
  const moment = useMoments(hall);
  const aspect = useAspect();
  const teams = hall?.teams ?? [];
  const { startsAt, endsAt = startsAt, submissionsCloseAt } = settings;
  const isForming = settings.phase === "open" || settings.phase === "closed";
  const places = Math.max(teams.length, isForming ? teamPlaces : 1);
  const stand = useMemo(() => standFor(places, aspect), [places, aspect]);
  const isClosing = [endsAt, submissionsCloseAt].some(
    (at) => Math.abs((at ?? 0) - (now ?? 0)) < 600_000,
  );
  useNewVersion(moment === null && !isClosing);
  if (hall === undefined || now === null) return <Waiting />;
  const isCounted = here > 0;
  const hasPodium = published !== null && show !== "schedule";
  const isStaged = moment !== null && show !== "clock" && !hasPodium;
  const called = teams[Math.floor(now / ROLL_CALL_MS) % teams.length];
  const staged = isStaged && moment.kind !== "words" ? moment.team : undefined;
  const calledId = hasPodium ? undefined : (isStaged ? staged : called)?.id;
  const hasRing = show === "all";
  return (
    <>
      {hasRing && (
        <Ring
          stand={stand}
          teams={teams}
          counted={isCounted}
          calledId={calledId}
          isDimmed={isStaged}
        />
      )}
      <div
        className={`grid cover hall-pitch hall-show-${show}`}
        style={hasRing ? insetOf(stand) : undefined}
      >
        <header className="row justify-between soft upper hall-head">
          <span className="flex items-center hall-brand">
            <Mark className="hall-brand-mark" /> {event.edition}
          </span>
          <Standing teams={teams} here={here} now={now} isOver={hasPodium} />
        </header>
        {hasPodium ? (
          <HallPodium awards={published.awards} />
        ) : (
          <>
            <HallClock settings={settings} now={now} isAside={isStaged} />
            <div
              className={classNames("grid hall-calm", isStaged && "hall-gone")}
            >
              {show === "schedule" ? (
                <RunOfPlay entries={entries ?? []} minute={minute} />
              ) : (
                show === "all" && (
                  <>
                    <NowAndNext entries={entries ?? []} minute={minute} />
                    {called && <RollCall team={called} isCounted={isCounted} />}
                  </>
                )
              )}
            </div>
          </>
        )}
        {isStaged && (
          <Staged key={moment.key} moment={moment} isCounted={isCounted} />
        )}
        <LiveRegion>{isStaged ? inWords(moment) : ""}</LiveRegion>
      </div>
    </>
  );
}

/** Each team is named for this long while the stage is calm, the same one on every screen. */
const ROLL_CALL_MS = 10_000;

function RollCall({ team, isCounted }: { team: HallTeam; isCounted: boolean }) {
  const { name, filled, arrived, handIn } = team;
  return (
    <p key={team.id} className="ellipsis hall-roll" aria-hidden="true">
      <b>
        <Written>{name}</Written>
      </b>{" "}
      <span>
        {handIn !== null
          ? "has handed in"
          : isCounted
            ? `${arrived} of ${filled} here`
            : counted(filled, "player")}
      </span>
    </p>
  );
}

/** The numbers; or how old they are, while the line is away. */
function Standing({
  teams,
  here,
  now,
  isOver,
}: {
  teams: readonly HallTeam[];
  /** How many people have arrived, as organisers read it, too; 0 before check-in. */
  here: number;
  now: number;
  isOver: boolean;
}) {
  const awaySince = useAwaySince(now);
  if (awaySince !== null) {
    const seconds = Math.round((now - awaySince) / 1000);
    return (
      <span className="hot-text">{`Last update ${durationInWords(seconds)} ago`}</span>
    );
  }
  const players = teams.reduce((total, { filled }) => total + filled, 0);
  const handedIn = teams.filter(({ handIn }) => handIn !== null).length;
  return (
    <span className="row items-center tabular hall-counts">
      <Count of={teams.length} what={teams.length === 1 ? "team" : "teams"} />
      {here > 0 ? (
        <Count of={here} what={isOver ? "were here" : "here"} />
      ) : (
        <Count of={players} what="players" />
      )}
      {handedIn > 0 && <Count of={handedIn} what="handed in" />}
    </span>
  );
}

function Count({ of, what }: { of: number; what: string }) {
  return (
    <span>
      <b>{of}</b>
      <span>{` ${what}`}</span>
    </span>
  );
}

function inWords(moment: Moment): string {
  const { label } = moment;
  return moment.kind === "words"
    ? `${label}: ${moment.notice.title}`
    : `${label}: ${moment.team.name}`;
}

function insetOf({ columns, rows, rings }: ReturnType<typeof standFor>) {
  return {
    insetInline: `${(100 * rings) / columns}%`,
    insetBlock: `${(100 * rings) / rows}%`,
    padding: "1.5vh 1.5vw",
  };
}

/** What the hall is told, as one state; undefined until all of it is there. */
function useHall(
  entries: readonly Entry[] | undefined,
  minute: number,
): HallState | undefined {
  const teams = dataOf(useQuietLive(api.arena.board, {}));
  const handedIn = dataOf(useQuietLive(api.arena.handIns, {}));
  const arrived = dataOf(useQuietLive(api.arena.arrived, {}));
  const notice = dataOf(useTimedLive(api.arena.announcement));
  return useMemo(() => {
    if (!teams || !handedIn || !arrived || !notice || !entries)
      return undefined;
    const handInOf = new Map(
      handedIn.map(({ teamId, handInId }) => [teamId, handInId]),
    );
    const { now } = nowAndNext(entries, minute);
    return {
      teams: teams.map((team) => ({
        ...team,
        arrived: arrived[team.id] ?? 0,
        handIn: handInOf.get(team.id) ?? null,
      })),
      notice: notice.announcement,
      entries: now.filter(({ kind }) => kind !== "other"),
    };
  }, [teams, handedIn, arrived, notice, entries, minute]);
}

function useAspect(): number {
  return useSyncExternalStore(onResize, () => innerWidth / innerHeight);
}

function onResize(listener: () => void) {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}
