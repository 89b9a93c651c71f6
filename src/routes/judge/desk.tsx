import { useState } from "react";
import { api } from "#convex/_generated/api";
import { isAppError } from "#convex/platform/shared/errors";
import {
  bothNotes,
  cardsOf,
  type JudgeCard,
  type JudgeDesk,
} from "#convex/judging/shared/judging";
import { busyAt } from "#convex/judging/shared/visits";
import { counted as countedOf } from "#convex/platform/shared/text";
import type { Profile } from "#convex/people/shared/people";
import { useDeploymentMinute } from "../../features/clock/deployment-clock";
import { PublishedResults } from "../../features/results/published-results";
import { staff } from "../../features/next-step/standing";
import { useMoment } from "../../features/next-step/use-moment";
import { usePageWords } from "../../layouts/page-words";
import { discard, useOutbox } from "../../lib/outbox/outbox";
import { formatMoment } from "../../lib/time/format-time";
import { useKeptLive } from "../../lib/connection/kept-answers";
import { dataOf, useQuietLive, type Live } from "../../lib/connection/use-live";
import { useFocusOnChange } from "../../lib/focus/use-focus-on-change";
import { Button } from "../../ui/button";
import { LoadFailure } from "../../ui/load-failure";
import { LoadingTitle, Skeleton } from "../../ui/skeleton";
import styles from "./judge.css?url";
import { FinalOrder } from "./final-order";
import {
  keepDraft,
  keepUnsent,
  unsentOf,
  useDrafts,
  type Sheet,
} from "./kept-marks";
import { ProjectList } from "./project-list";
import { ProjectSheet } from "./project-sheet";
import { Saved, useSending } from "./saved";
import { judgeWords } from "./words";

/** The judges' page: one project at a time, with keys for its marks. */
export function Desk() {
  usePageWords(judgeWords);
  const me = dataOf(useQuietLive(api.users.me, {}));
  const desk = useKeptLive(api.judging.desk, {});
  const projects = useKeptLive(api.judging.projects, {});
  const isFailed = [desk, projects].some(hasFailed);
  return (
    <div className="container">
      <link rel="stylesheet" href={styles} precedence="medium" />
      <div className="judge stack">
        {isFailed ? (
          <LoadFailure isPage>Failed to load your projects</LoadFailure>
        ) : desk.status === "success" && projects.status === "success" && me ? (
          <Projects
            key={me._id}
            desk={desk.data}
            cards={cardsOf(projects.data, desk.data)}
            keptAt={projects.keptAt}
            me={me}
          />
        ) : (
          <>
            <LoadingTitle>Loading your projects</LoadingTitle>
            <Skeleton height="8rem" />
            <Skeleton height="24rem" />
          </>
        )}
      </div>
    </div>
  );
}

/** While a query for judges is refused it is pending: the guard is about to redirect. */
function hasFailed(live: Live<unknown>): boolean {
  return live.status === "error" && !isAppError(live.error);
}

type Unsent = ReturnType<typeof unsentOf>;

function Projects({
  desk: { criteria, isClosed },
  cards,
  keptAt,
  me,
}: {
  desk: JudgeDesk;
  cards: readonly JudgeCard[];
  /** When the projects were known to be current; null while they are. */
  keptAt: number | null;
  me: Profile;
}) {
  const drafts = useDrafts(me._id);
  const marks = useOutbox(me._id, "marks");
  const unsent = unsentOf(marks);
  const refused = unsentOf(marks, true);
  const sending = useSending(marks, isClosed);
  const [chosen, setChosen] = useState<string>();
  const [last, setLast] = useState<Saved>();
  // Once judging is closed, what waits here does not count.
  const counted: Unsent = isClosed ? new Map() : unsent;
  const scored = cards.filter((card) => sheetOf(card, counted) !== null);
  const busy = useBusy();
  const next = (after?: string) => nextOf(cards, unsent, after);
  /** Where to go: a project that no other judge has open, if there is one. */
  const nextFree = (after: string) =>
    nextOf(
      cards.filter(({ projectId: id }) => id === after || !busy.has(id)),
      unsent,
      after,
    ) ?? next(after);
  const current = cards.find(({ projectId }) => projectId === chosen) ?? next();
  const lost = useLost(cards, current);
  // Also if the judge, or an organiser, has given the last one away.
  const moment = useMoment();
  const isPublished = !!dataOf(useQuietLive(api.judging.published, {}));
  const top = useFocusOnChange(
    isClosed ? "closed" : String(current?.projectId),
  );

  function open(projectId: string | undefined) {
    setChosen(projectId);
    top.current?.focus();
    top.current?.scrollIntoView({ block: "start", behavior: "instant" });
  }

  /** Notes what the judge saw when they began. */
  function draft({ projectId, scoredAt }: JudgeCard, sheet: Sheet) {
    const { over = scoredAt } = drafts[projectId] ?? {};
    const seen = unsent.has(projectId) ? {} : { over };
    keepDraft(me._id, projectId, { ...seen, ...sheet });
  }

  function save(card: JudgeCard, sheet: Sheet) {
    const before = sheetOf(card, unsent);
    keepUnsent(me._id, card, sheet);
    setLast({ card, before, sheet });
    open(nextFree(card.projectId)?.projectId);
  }

  function undo({ card: saved, before, sheet }: Saved) {
    const { projectId } = saved;
    // As it is now, marks included.
    const card = cards.find((it) => it.projectId === projectId) ?? saved;
    keepUnsent(me._id, card, before);
    // The keys stay pressed, so that one of them can be changed.
    if (before === null) keepDraft(me._id, projectId, sheet);
    setLast(undefined);
    open(projectId);
  }

  const undoing = !isClosed && last && (
    <Button
      size="large"
      title={`Take back the marks of ${last.card.name}`}
      onClick={() => undo(last)}
    >
      Undo
    </Button>
  );

  /** What was refused, with the note that another device has saved meanwhile. */
  function refusedSheet(projectId: string): Sheet | undefined {
    const sheet = refused.get(projectId)?.args.sheet;
    const card = cards.find((it) => it.projectId === projectId);
    return sheet
      ? { ...sheet, note: bothNotes(card?.note ?? "", sheet.note) }
      : undefined;
  }

  /** The refused marks are drafts from then on. */
  function forgetRefused() {
    for (const [projectId, { key }] of refused) {
      if (drafts[projectId] === undefined)
        keepDraft(me._id, projectId, refusedSheet(projectId) ?? null);
      discard(me._id, key);
    }
  }

  return (
    <>
      <div ref={top} tabIndex={-1} className="judge-top ends">
        <p className="quiet tabular judge-count">
          <strong>{scored.length}</strong>
          <span>{` of ${cards.length} scored`}</span>
        </p>
        <progress value={scored.length} max={Math.max(cards.length, 1)}>
          {`${scored.length} of ${cards.length}`}
        </progress>
        <Saved
          sending={sending}
          undo={current === undefined && undoing}
          onRead={forgetRefused}
        />
      </div>
      {keptAt !== null && (
        <p className="soft">{`Your projects as they were on ${formatMoment(keptAt)}. What you mark is kept here until the line is back.`}</p>
      )}
      <div aria-live="polite" className="no-room">
        {lost && (
          <p className="strong">
            {`${lost.name} is not among your projects now: it was withdrawn, or went to another judge. What you marked stays here, in case it comes back.`}
          </p>
        )}
      </div>
      {isClosed ? (
        <Standstill title="Judging is closed">
          {[
            sending.state === "sent" && thanksFor(cards),
            !isPublished &&
              "Once the organisers publish the results, everyone sees them, also here.",
          ]
            .filter(Boolean)
            .join(" ")}
        </Standstill>
      ) : current === undefined ? (
        <Standstill
          title={cards.length > 0 ? "All scored" : "Nothing to judge"}
        >
          {cards.length === 0
            ? moment &&
              staff.judge[moment === "judging" ? "open" : moment].sentence
            : "Thank you. Until judging closes you can change your marks in the list below."}
        </Standstill>
      ) : (
        <ProjectSheet
          key={current.projectId}
          card={current}
          criteria={criteria}
          draft={drafts[current.projectId] ?? refusedSheet(current.projectId)}
          saved={sheetOf(current, unsent)}
          isBusy={busy.has(current.projectId)}
          isFirst={scored.length === 0}
          undo={undoing}
          onDraft={(sheet) => draft(current, sheet)}
          onSave={(sheet) => save(current, sheet)}
          onSkip={
            cards.length < 2
              ? undefined
              : () => open(nextFree(current.projectId)?.projectId)
          }
        />
      )}
      {isClosed && <FinalOrder />}
      <PublishedResults />
      {cards.length > 0 && (
        <ProjectList
          cards={cards}
          criteria={criteria}
          sheets={new Map(cards.map((it) => [it, sheetOf(it, unsent)]))}
          unsent={new Set(unsent.keys())}
          busy={busy}
          isClosed={isClosed}
          current={isClosed ? undefined : current?.projectId}
          onOpen={isClosed ? undefined : open}
        />
      )}
    </>
  );
}

/** The project that was open when the judge lost it, until they go on to another one, or have it again. */
function useLost(
  cards: readonly JudgeCard[],
  current: JudgeCard | undefined,
): JudgeCard | undefined {
  const [last, setLast] = useState(current);
  const [lost, setLost] = useState<JudgeCard>();
  const isThere = (card: JudgeCard | undefined) =>
    cards.some(({ projectId }) => projectId === card?.projectId);
  if (current?.projectId !== last?.projectId) {
    setLast(current);
    setLost(isThere(last) ? undefined : last);
  }
  return isThere(lost) ? undefined : lost;
}

/** The projects that other judges have open now. */
function useBusy(): ReadonlySet<string> {
  const now = useDeploymentMinute();
  const live = useQuietLive(api.judging.visits, {});
  return busyAt(dataOf(live) ?? [], now);
}

/** For the marks that the deployment has. */
function thanksFor(cards: readonly JudgeCard[]): string | false {
  const count = cards.flatMap(({ marks }) => Object.keys(marks ?? {})).length;
  return count > 0 && `Thank you for ${countedOf(count, "mark")}.`;
}

function Standstill({
  title,
  children,
}: {
  title: string;
  children: string | undefined;
}) {
  return (
    <div className="judge-standstill stack gap-3">
      <h1>{title}</h1>
      <p className="soft">{children}</p>
    </div>
  );
}

/** A judge's marks and note, including unsent ones; null if there are none. */
function sheetOf(
  { projectId, marks, note }: JudgeCard,
  unsent: Unsent,
): Sheet | null {
  const kept = unsent.get(projectId);
  if (kept !== undefined) return kept.args.sheet;
  return marks === null ? null : { marks, note };
}

/** The next project without marks, after the given one and then from the start; never the given one. */
function nextOf(
  cards: readonly JudgeCard[],
  unsent: Unsent,
  after?: string,
): JudgeCard | undefined {
  const at = cards.findIndex(({ projectId }) => projectId === after);
  return [...cards.slice(at + 1), ...cards.slice(0, Math.max(at, 0))].find(
    (card) => sheetOf(card, unsent) === null,
  );
}
