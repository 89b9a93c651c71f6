import { useCallback, useEffect, useRef, useState } from "react";
import { FIELD_LABELS } from "#convex/projects/shared/projects";
import { shownReceipt } from "#convex/platform/shared/text";
import { useConnectionLost } from "../../lib/connection/connection";
import hidden from "../../ui/visually-hidden.module.css";
import { NOT_SAVED_OFFLINE, tooLong, type Bench } from "./fields";
import { KEPT_LABELS, type Editor, type KeptField } from "./settled";

/** A teammate who types without end is told of when they pause. */
const PAUSE_MS = 3_000;
const MAX_LINES = 20;

type Say = (line: string) => void;

/**
 * Tells screen readers what can be seen on the page: who comes and goes, what is not saved, what a teammate has changed,
 * where two texts wait for a choice, and the hand-in. That something is saved is said only after it was not.
 */
export function News({ bench }: { bench: Bench }) {
  const [lines, setLines] = useState<{ id: number; line: string }[]>([]);
  const say = useCallback<Say>((line) => {
    setLines((before) => {
      const id = (before.at(-1)?.id ?? 0) + 1;
      return [...before.slice(1 - MAX_LINES), { id, line }];
    });
  }, []);
  useArrivals(bench, say);
  useFailures(bench, say);
  useChanges(bench, say);
  useHandIns(bench, say);
  useVersions(bench, say);
  return (
    <div role="log" aria-label="News" className={hidden.hidden}>
      {lines.map(({ id, line }) => (
        <p key={id}>{line}</p>
      ))}
    </div>
  );
}

function useArrivals({ present, selfId }: Bench, say: Say): void {
  const [known] = useState(() => new Map<string, string>());
  useEffect(() => {
    const there = new Map<string, string>(
      present.map(({ userId, name }) => [userId, name]),
    );
    there.delete(selfId);
    for (const [userId, name] of there)
      if (!known.has(userId)) say(`${name} is here`);
    for (const [userId, name] of known)
      if (!there.has(userId)) say(`${name} has left`);
    known.clear();
    for (const [userId, name] of there) known.set(userId, name);
  }, [present, selfId, known, say]);
}

function useFailures({ editors }: Bench, say: Say): void {
  const isLost = useConnectionLost();
  const [failures] = useState(() => new Map<Editor, string>());
  useEffect(() => {
    const announceFailure = (editor: Editor) => {
      const { text, isAtRisk, error } = editor.getView();
      const why =
        isAtRisk && isLost
          ? NOT_SAVED_OFFLINE
          : (error ?? tooLong(editor.field, text));
      const before = failures.get(editor);
      const label = KEPT_LABELS[editor.field];
      if (why !== undefined && why !== before) {
        failures.set(editor, why);
        say(`${label}: ${why}`);
      } else if (before !== undefined && !isAtRisk) {
        failures.delete(editor);
        say(`${label}: Saved`);
      }
    };
    const stops = [...editors].map((editor) => {
      announceFailure(editor);
      return editor.subscribe(() => announceFailure(editor));
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [editors, isLost, failures, say]);
}

function useChanges({ editors, present, selfId }: Bench, say: Say): void {
  /** Who was last in each field: their change may arrive after they have left. */
  const [authors] = useState(() => new Map<KeptField, string>());
  useEffect(() => {
    for (const { userId, name, field } of present)
      if (field !== null && userId !== selfId) authors.set(field, name);
  }, [present, selfId, authors]);
  useEffect(() => {
    const stops = [...editors].map((editor) => {
      let { othersChanges: known } = editor.getView();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stop = editor.subscribe(() => {
        const { othersChanges } = editor.getView();
        if (othersChanges === known) return;
        known = othersChanges;
        clearTimeout(timer);
        timer = setTimeout(() => {
          const who = authors.get(editor.field) ?? "A teammate";
          say(`${who} has changed: ${KEPT_LABELS[editor.field]}`);
        }, PAUSE_MS);
      });
      return () => {
        clearTimeout(timer);
        stop();
      };
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [editors, authors, say]);
}

function useHandIns({ project: { receipt, handedInBy } }: Bench, say: Say) {
  const known = useRef(receipt);
  useEffect(() => {
    if (receipt === known.current) return;
    known.current = receipt;
    if (receipt !== null)
      say(
        `Handed in by ${handedInBy ?? "your team"}. Receipt ${shownReceipt(receipt)}`,
      );
  }, [receipt, handedInBy, say]);
}

function useVersions({ project: { rivals }, isOpen }: Bench, say: Say): void {
  const [known] = useState(() => new Set<string>());
  useEffect(() => {
    if (!isOpen) return;
    for (const { _id, field } of rivals) {
      if (known.has(_id)) continue;
      known.add(_id);
      say(`Two versions of: ${FIELD_LABELS[field]}`);
    }
  }, [rivals, isOpen, known, say]);
}
