import { useConvexConnectionState } from "convex/react";
import { useEffect, useSyncExternalStore } from "react";
import { api } from "#convex/_generated/api";
import type { JudgeCard } from "#convex/judging/shared/judging";
import { newListeners } from "../../lib/listeners";
import type { Waiting } from "../../lib/outbox/outbox";
import { sendAgain } from "../../lib/outbox/sender";
import { dataOf, useQuietLive } from "../../lib/connection/use-live";
import { Button } from "../../ui/button";
import { unsentOf, type Sheet } from "./kept-marks";
import type { Elements } from "../../ui/elements";

/** The project that was saved last, and what was there before. */
export type Saved = { card: JudgeCard; before: Sheet | null; sheet: Sheet };

/** Whether all marks have been sent, and an undo for the last save. */
export function Saved({
  sending,
  undo,
  onRead,
}: {
  sending: Sending;
  /** Takes the last save back, where no project has a bar for it. */
  undo: Elements;
  onRead: () => void;
}) {
  const { state, refused } = sending;
  const published = dataOf(useQuietLive(api.judging.published, {}));
  return (
    <>
      <output className="quiet text-s judge-state" data-state={state}>
        {stateInWords(sending, !!published)}
      </output>
      {refused.length > 0 && (
        <div className="judge-last flex gap-3 items-center justify-between">
          <p role="alert" className="min-w-0 hot-text strong">
            {`Not accepted: ${refused.join(". ")}`}
          </p>
          <Button onClick={onRead}>OK</Button>
        </div>
      )}
      {undo}
    </>
  );
}

function stateInWords(
  { state, waiting, isBrief, refused }: Sending,
  isPublished: boolean,
): string {
  const projects = `${waiting.length} ${waiting.length === 1 ? "project" : "projects"}`;
  switch (state) {
    case "sent":
      return refused.length === 0
        ? "Everything is saved"
        : "Everything else is saved";
    case "closed":
      return `Not counted: ${waiting.join(", ")}. Judging was closed before your last marks arrived${
        isPublished
          ? ", and the results are published."
          : `. They are kept ${isBrief ? "until this page is closed" : "in this browser"}. If the organisers reopen judging, this page sends them.`
      }`;
    case "sending":
      return `Sending ${projects} …`;
    case "offline":
      return `You are offline. ${projects} ${isBrief ? "kept only until this page is closed" : "saved in this browser"}, not sent yet. Keep marking: it is sent when the line is back.`;
  }
}

/** A browser that knows that it has no network says so before the live connection learns it. */
const network = newListeners("online", "offline");

type Sending = {
  /** `closed`: judging was closed before what waits could be sent. */
  state: "sent" | "sending" | "offline" | "closed";
  /** The projects with unsent marks. */
  waiting: readonly string[];
  /** This device's storage does not take them. */
  isBrief: boolean;
  /** The refusals, with their projects. */
  refused: readonly string[];
};

/** How far the outbox is with a judge's marks. While judging is closed they wait for it to be reopened. */
export function useSending(
  marks: readonly Waiting<"marks">[],
  isClosed: boolean,
): Sending {
  const { isWebSocketConnected } = useConvexConnectionState();
  const hasNetwork = useSyncExternalStore(
    network.subscribe,
    () => navigator.onLine,
    () => true,
  );
  const isOnline = hasNetwork && isWebSocketConnected;
  useEffect(() => {
    if (!isClosed) sendAgain();
  }, [isClosed]);
  const waiting = [...unsentOf(marks).values()].map(({ name }) => name);
  return {
    state: stateOf(waiting.length > 0, isClosed, isOnline),
    waiting,
    isBrief: marks.some(({ isOnlyHere }) => isOnlyHere),
    refused: [...unsentOf(marks, true).values()].map(
      ({ name, refusal }) => `${name}: ${refusal}`,
    ),
  };
}

function stateOf(
  isWaiting: boolean,
  isClosed: boolean,
  isOnline: boolean,
): Sending["state"] {
  if (!isWaiting) return "sent";
  if (isClosed) return "closed";
  return isOnline ? "sending" : "offline";
}
