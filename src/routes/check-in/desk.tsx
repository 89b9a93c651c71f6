import { useCallback, useMemo, useRef, useState } from "react";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import type { DeskArrivals, DeskList } from "#convex/checkIns/shared/checkIns";
import { atDesk, type DeskPerson } from "#convex/judging/shared/desk";
import { readPass } from "#convex/checkIns/shared/passes";
import { usePageWords } from "../../layouts/page-words";
import { useKeptLive } from "../../lib/connection/kept-answers";
import { discard, keep, useOutbox } from "../../lib/outbox/outbox";
import { useSettings } from "../../lib/settings/live-settings";
import { useFocusKept } from "../../lib/focus/use-focus-kept";
import { useLasting } from "../../lib/time/use-lasting";
import { useWakeLock } from "../../lib/use-wake-lock";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { LoadFailure } from "../../ui/load-failure";
import { LoadingTitle, Skeleton } from "../../ui/skeleton";
import { UndoNote } from "../../ui/undo-note";
import { Written } from "../../ui/written";
import { readPhoto } from "./code-reader";
import { DeskClock, deskNow } from "./desk-clock";
import { DeskForm } from "./desk-form";
import styles from "./desk.css?url";
import { useDesk } from "./kept-desk";
import { PeopleList } from "./people-list";
import { signal } from "./signals";
import { useArrived } from "./use-arrived";
import { verdictOn, withWaiting, type Visitor } from "./verdict";
import { VerdictPlate } from "./verdict-plate";
import { Viewfinder } from "./viewfinder";
import {
  deskWords,
  inSince,
  teamInWords,
  verdicts,
  whenAndWhere,
} from "./words";

/** The check-in desk: a phone in a volunteer's hand, at a door with a queue. */
export function Desk() {
  usePageWords(deskWords);
  const me = useKeptLive(api.users.me, {});
  const list = useKeptLive(api.checkIns.list, {});
  const arrived = useArrived();
  const [desk, changeDesk] = useDesk();
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="medium" />
      {desk.name === "" ? (
        <div className="desk-page stack gap-5">
          <h1>Check-in</h1>
          <DeskForm desk={desk} onChange={changeDesk} onDone={() => {}} />
        </div>
      ) : [list, arrived, me].some(({ status }) => status === "error") ? (
        <div className="desk-page">
          <LoadFailure isPage>Failed to load the list</LoadFailure>
        </div>
      ) : list.status !== "success" ||
        arrived.status !== "success" ||
        me.status !== "success" ||
        !me.data ? (
        <div className="desk-page stack gap-5">
          <LoadingTitle>Loading the list</LoadingTitle>
          <Skeleton height="4rem" />
          <Skeleton height="60svh" />
        </div>
      ) : (
        <Gate
          uid={me.data._id}
          list={list.data}
          arrived={arrived.data}
          listAt={arrived.keptAt}
          desk={desk}
          onDesk={changeDesk}
        />
      )}
    </>
  );
}

/** A line that takes longer counts as none. */
const SLOW_MS = 2_000;

const CLOSED = "Check-in is off. Organisers turn it on in their settings.";

type GateProps = {
  uid: Id<"users">;
  list: DeskList;
  arrived: DeskArrivals;
  /** When the list was current; null while it is. */
  listAt: number | null;
  desk: ReturnType<typeof useDesk>[0];
  onDesk: ReturnType<typeof useDesk>[1];
};

function Gate({ uid, list, arrived, listAt, desk, onDesk }: GateProps) {
  useWakeLock();
  const tasks = useOutbox(uid, "checkIn");
  const people = useMemo(
    () => withWaiting(atDesk(list, arrived), tasks),
    [list, arrived, tasks],
  );
  const [visitor, setVisitor] = useState<Visitor>();
  const [last, setLast] = useState<{ uid: Id<"users">; at: number }>();
  const [isListOpen, setIsListOpen] = useState(false);
  const [isNaming, setIsNaming] = useState(false);
  /** In words, or whose check-in was undone: as they were. */
  const [note, setNote] = useState<string | DeskPerson>("");
  const pressed = useRef(new Map<string, number>());
  const settings = useSettings();
  // Without a line nobody here knows whether it has been turned on meanwhile.
  const isClosed =
    listAt === null && settings !== undefined && !settings.checkInOpen;
  const verdict = visitor && verdictOn(visitor, people);

  function meet(next: Visitor) {
    setNote("");
    setIsListOpen(false);
    setVisitor(next);
    signal(verdicts[verdictOn(next, people).kind].sign, desk);
  }

  async function readCode(text: string) {
    meet({ by: "pass", uid: await readPass(text, list.publicKey) });
  }

  async function readPicture(photo: Blob) {
    setNote("Reading the photo…");
    const text = await readPhoto(photo);
    if (text === null) {
      setNote(
        "No code found in the photo. Hold the code upright and near, and try again.",
      );
    } else await readCode(text);
  }

  /** The time of a press: after what this phone knows of the person, also where its clock is behind. */
  function pressedAt(who: Id<"users">): number {
    const { checkedIn } = people.find((it) => it.uid === who) ?? {};
    const known = Math.max(checkedIn?.at ?? 0, pressed.current.get(who) ?? 0);
    const at = Math.max(deskNow(), known + 1);
    pressed.current.set(who, at);
    return at;
  }

  function checkIn(who: Id<"users">, isFormSeen: boolean) {
    const person = people.find((it) => it.uid === who);
    const at = pressedAt(who);
    keep(
      uid,
      "checkIn",
      {
        uid: who,
        at,
        desk: desk.name,
        isByList: person !== undefined,
        ...(isFormSeen && { guardianFormSeen: true }),
      },
      { name: person?.name ?? UNLISTED },
    );
    setLast({ uid: who, at });
    setVisitor(undefined);
    setNote("");
  }

  function noteForm(person: DeskPerson, isSeen: boolean) {
    const args = { uid: person.uid, at: pressedAt(person.uid), isSeen };
    keep(uid, "checkIn", args, { name: `Guardian's form: ${person.name}` });
  }

  function undo(person: DeskPerson) {
    const args = { uid: person.uid, at: pressedAt(person.uid) };
    keep(uid, "checkIn", args, { name: `Undo: ${person.name}` });
    setLast(undefined);
    setVisitor(undefined);
    // On a phone the list would cover the way back.
    setIsListOpen(false);
    setNote(person);
  }

  const isBehind = verdict !== undefined;
  const unsent = tasks.filter(({ refusal }) => refusal === undefined);
  const waiting = unsent.length;
  const isBrief = unsent.some((task) => task.isOnlyHere);
  const isSlow = useLasting(waiting > 0, SLOW_MS);
  const refused = tasks.filter(({ refusal }) => refusal !== undefined);
  const here = people.filter(({ checkedIn }) => checkedIn !== null).length;
  const again =
    typeof note !== "string" &&
    people.find((it) => it.uid === note.uid)?.checkedIn;
  return (
    <div
      ref={useFocusKept()}
      tabIndex={-1}
      className="grid desk"
      data-list={isListOpen || undefined}
    >
      <header className="desk-top" inert={isBehind}>
        <div className="flex gap-3 items-baseline justify-between">
          <h1 className="display-s">{desk.name}</h1>
          <p className="soft tabular desk-count">
            <strong>{here}</strong>
            <span>{` of ${people.length} in`}</span>
          </p>
        </div>
        <div className="flex gap-3 items-center justify-between">
          <div className="text-s tight">
            <DeskClock listAt={listAt} isSlow={isSlow} />
            {waiting > 0 && (
              <strong className="hot-text desk-waiting">
                {`${waiting} ${waiting === 1 ? "waits" : "wait"}${isBrief ? ", kept only until this page is closed" : " on this phone"}`}
              </strong>
            )}
          </div>
          <Button tone="quiet" onClick={() => setIsNaming(true)}>
            Settings
          </Button>
        </div>
        {!list.isComplete && (
          <p className="hot-text text-s tight">
            The list is cut: there are more people than fit. A pass is accepted
            by its signature.
          </p>
        )}
        {isClosed && <p className="hot-text strong text-s tight">{CLOSED}</p>}
      </header>
      <Viewfinder
        isPaused={isBehind || isListOpen || isNaming}
        onCode={(text) => void readCode(text)}
      />
      <div
        ref={useFocusKept()}
        tabIndex={-1}
        className="desk-foot stack gap-3"
        inert={isBehind}
      >
        {refused.map(({ key, name, refusal }) => (
          <div key={key} className="desk-refused flex gap-3 items-center">
            <p className="grow tight">
              <strong>Not accepted:</strong> <Written>{name}</Written>
              <span>{`. ${refusal ?? ""}`}</span>
            </p>
            <Button onClick={() => discard(uid, key)}>Dismiss</Button>
          </div>
        ))}
        {typeof note === "string" ? (
          <output className="desk-note">{note}</output>
        ) : again ? (
          // Another desk, or one's own list.
          <output className="desk-note">
            {`${note.name}: ${inSince(again)}`}
          </output>
        ) : (
          <div className="desk-note">
            <UndoNote
              label="Check in again"
              failure="Failed to check them in again"
              onUndo={async () => checkIn(note.uid, note.guardianFormSeen)}
            >
              {`${note.name} is not checked in any more${
                note.checkedIn ? ` (${whenAndWhere(note.checkedIn)})` : ""
              }.`}
            </UndoNote>
          </div>
        )}
        {last && (
          <Done last={last} people={people} desk={desk.name} onUndo={undo} />
        )}
        <div className="grid gap-3 halves desk-ways">
          <Button
            isWide
            size="large"
            aria-expanded={isListOpen}
            onClick={() => setIsListOpen(true)}
          >
            Search
          </Button>
          <PhotoButton onPhoto={(photo) => void readPicture(photo)} />
        </div>
      </div>
      <aside className="desk-list cover stack gap-4 content-start">
        <div className="desk-close">
          <Button isWide onClick={() => setIsListOpen(false)}>
            Back to the camera
          </Button>
        </div>
        <PeopleList
          people={people}
          desk={desk.name}
          onChoose={(person) => meet({ by: "name", uid: person.uid })}
          onCode={(text) => void readCode(text)}
          onUndo={undo}
        />
      </aside>
      {verdict && (
        <VerdictPlate
          // Nothing that was ticked for one person counts for the next.
          key={visitor.uid}
          verdict={verdict}
          people={people}
          listAt={listAt}
          refusal={isClosed ? CLOSED : undefined}
          onCheckIn={(isFormSeen) =>
            visitor.uid && checkIn(visitor.uid, isFormSeen)
          }
          onForm={noteForm}
          onUndo={undo}
          onClose={() => setVisitor(undefined)}
        />
      )}
      <Dialog
        isOpen={isNaming}
        onClose={() => setIsNaming(false)}
        title="This phone"
      >
        <DeskForm
          desk={desk}
          onChange={onDesk}
          onDone={() => setIsNaming(false)}
        />
      </Dialog>
    </div>
  );
}

const UNLISTED = "A pass that is not on the list";

/** Who has a pass, and is not on this phone's list. */
const unlisted = (uid: Id<"users">): DeskPerson => ({
  uid,
  name: UNLISTED,
  college: "",
  teamId: null,
  teamName: null,
  checkedIn: null,
  guardianFormSeen: false,
});

/** The last check-in: done here, or another desk was earlier, or has taken it back. */
function Done({
  last: { uid, at },
  people,
  desk,
  onUndo,
}: {
  last: { uid: Id<"users">; at: number };
  people: readonly DeskPerson[];
  desk: string;
  onUndo: (person: DeskPerson) => void;
}) {
  const listed = people.find((it) => it.uid === uid);
  const person = listed ?? unlisted(uid);
  const first = listed?.checkedIn;
  const isOut = first === null;
  const isOurs = !isOut && (!first || (first.desk === desk && first.at <= at));
  return (
    <output
      className="desk-done grid gap-3 items-center"
      data-sign={isOurs ? "in" : "stop"}
    >
      <strong className="desk-in">
        {isOurs ? "In" : isOut ? "Out" : "Already"}
      </strong>
      <div className="min-w-0">
        <p className="strong tight">
          <Written>{person.name}</Written>
        </p>
        <p className="text-s tight">
          {`${isOurs ? teamInWords(people, person) : ""}${first && !isOurs ? inSince(first) : ""}${isOut ? "Not accepted, or taken back at another desk" : ""}`}
        </p>
      </div>
      {isOurs && <Button onClick={() => onUndo(person)}>Undo</Button>}
    </output>
  );
}

/** The phone's own camera app, or a picture that somebody sent: also without a camera here, or without HTTPS. */
function PhotoButton({ onPhoto }: { onPhoto: (photo: Blob) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const open = useCallback(() => input.current?.click(), []);
  return (
    <>
      <Button isWide size="large" onClick={open}>
        Photo
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label="Photo of the code"
        onChange={({ target }) => {
          const [photo] = target.files ?? [];
          target.value = "";
          if (photo) onPhoto(photo);
        }}
      />
    </>
  );
}
