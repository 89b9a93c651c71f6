import { useConvexAuth } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { counted } from "#convex/platform/shared/text";
import { convex } from "../lib/connection/convex-client";
import { until } from "../lib/listeners";
import { keptNames, onKeptTexts } from "../lib/outbox/kept-texts";
import {
  onOutbox,
  outboxOf,
  useOutbox,
  type Waiting,
} from "../lib/outbox/outbox";
import { startSending } from "../lib/outbox/sender";
import { isOnlyHere } from "../lib/kept/stored";
import {
  addWaits,
  leaving,
  onWaits,
  waits,
  type Fate,
  type Wait,
} from "../lib/kept/waits";
import { Confirmation } from "../ui/confirmation";

/** How long a logout waits for what is being sent, before it asks. */
const PATIENCE_MS = 2_000;

/** What a logout says of the things that it names. */
const SAID: Record<Fate, (names: string) => string> = {
  later: (names) =>
    `Not sent yet: ${names}. It stays on this device and is sent when you log in here again. Nobody else can see it.`,
  held: (names) =>
    `Not taken now: ${names}. It stays on this device and is tried again when you log in here again.`,
  page: (names) =>
    `Not sent yet, and kept only until this page is closed: ${names}.`,
  lost: (names) => `Lost if you log out now: ${names}.`,
  refused: (names) => `Not accepted, and never sent: ${names}.`,
};

let ask = async () => true;

/** Sends what waits before a logout; what cannot be sent is said, and the person decides. */
export const mayLeave = () => ask();

/** Sends what waits on this device for a person, whatever page is open. */
export function OutboxHost({ uid }: { uid: string }) {
  const { isAuthenticated } = useConvexAuth();
  const text = useSyncExternalStore(onWaits, inWords);
  const [answer, setAnswer] = useState<{ give: (may: boolean) => void }>();
  useEffect(
    () => (isAuthenticated ? startSending(convex, uid) : undefined),
    [isAuthenticated, uid],
  );
  useEffect(() => addWaits(() => waitsOf(uid), onOutbox, onKeptTexts), [uid]);
  useEffect(() => {
    leaving.isAgreed = false;
    ask = async () => {
      const isLate = new Promise<boolean>((after) =>
        setTimeout(after, PATIENCE_MS, false),
      );
      const isIdle = until(onWaits, () => !waits().some(isOnItsWay));
      await Promise.race([isIdle, isLate]);
      if (waits().length === 0) return true;
      const isSent = until(onWaits, () => waits().length === 0);
      const said = new Promise<boolean>((give) => setAnswer({ give }));
      // Sending goes on while it is asked.
      const may = (await Promise.race([isSent, said])) !== false;
      setAnswer(undefined);
      leaving.isAgreed = may;
      return may;
    };
    return () => {
      ask = async () => true;
    };
  }, [uid]);

  return (
    <Confirmation
      isOpen={answer !== undefined}
      title={
        waits().some(isOnItsWay)
          ? "Log out before everything is sent?"
          : "Log out now?"
      }
      text={text}
      confirm="Log out"
      failure="Failed to log out"
      onClose={() => answer?.give(false)}
      onConfirm={async () => answer?.give(true)}
    />
  );
}

/** How much waits on this device, in words; empty if nothing does. */
export function useWaitingWords(uid: string): string {
  const isBrief = useSyncExternalStore(onWaits, () =>
    waits().some(({ fate }) => fate === "page"),
  );
  const { length } = useOutbox(uid).filter(
    ({ refusal, isHeld }) => refusal === undefined && !isHeld,
  );
  if (isBrief)
    return "This device does not store what waits: it is kept only until this page is closed.";
  return length === 0
    ? ""
    : `${counted(length, "waits", "wait")} on this device.`;
}

function waitsOf(uid: string): Wait[] {
  const texts = keptNames(uid);
  const name = `${counted(texts.length, "text", "texts")} of your project`;
  const fate = texts.some(isOnlyHere) ? "page" : "later";
  const tasks = outboxOf(uid).map((task) => ({
    name: task.answer ? `${task.name} (${task.answer.message})` : task.name,
    fate: fateOf(task),
  }));
  return texts.length === 0 ? tasks : [...tasks, { name, fate }];
}

function fateOf({ refusal, isHeld, isOnlyHere: isBrief }: Waiting): Fate {
  if (refusal !== undefined) return "refused";
  if (isBrief) return "page";
  return isHeld ? "held" : "later";
}

const isOnItsWay = ({ fate }: Wait) => fate !== "held" && fate !== "refused";

function inWords(): string {
  const all = waits();
  return Object.entries(SAID)
    .flatMap(([fate, say]) => {
      const names = all.filter((it) => it.fate === fate).map((it) => it.name);
      return names.length === 0 ? [] : [say(names.join(", "))];
    })
    .join(" ");
}
