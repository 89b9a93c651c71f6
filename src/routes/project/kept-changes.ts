/**
 * What members do to the project beside writing its texts: lists, switches, the words and the order of pictures. It waits
 * in the outbox, is shown as if it were done, and counts as unsaved until it is.
 */
import { ConvexError } from "convex/values";
import { useState } from "react";
import { mergeList, type Workbench } from "#convex/shared/projects";
import {
  onOutbox,
  outboxOf,
  useOutbox,
  type Waiting,
} from "../../lib/outbox/outbox";
import { sendAgain } from "../../lib/outbox/sender";
import { useListed, type Writing } from "./fields";
import { settledOf, type Editor, type KeptField } from "./settled";

type KeptChange = Waiting<"projectList" | "pictureWords" | "pictureOrder">;

/** Those of a project, in order. */
function changesOf(
  all: readonly Waiting[],
  projectId: Workbench["_id"],
): KeptChange[] {
  return all.filter(
    (task): task is KeptChange =>
      (task.kind === "projectList" ||
        task.kind === "pictureWords" ||
        task.kind === "pictureOrder") &&
      task.args.projectId === projectId,
  );
}

function fieldOf({ kind, args }: KeptChange): KeptField {
  if (kind !== "projectList") return "pictures";
  const [field] = Object.keys(args.change);
  return field as keyof typeof args.change;
}

/** The changes of a project that wait, current in all tabs. */
export function useKeptChanges({
  selfId,
  project,
}: Pick<Writing, "selfId" | "project">): KeptChange[] {
  return changesOf(useOutbox(selfId), project._id);
}

/** The project as it is once what waits is sent. */
export function withChanges(
  project: Workbench,
  changes: readonly KeptChange[],
): Workbench {
  return changes.reduce((shown, { kind, args, refusal }) => {
    if (kind !== "projectList" || refusal !== undefined) return shown;
    const { change, bases } = args;
    const { hidesNames = shown.hidesNames, tracks, builtWith } = change;
    return {
      ...shown,
      hidesNames,
      tracks: merged(shown.tracks, bases.tracks, tracks),
      builtWith: merged(shown.builtWith, bases.builtWith, builtWith),
    };
  }, project);
}

function merged<Entry>(
  current: Entry[],
  base: Entry[] | undefined,
  wanted: Entry[] | undefined,
): Entry[] {
  return wanted === undefined ? current : mergeList({ current, base, wanted });
}

/**
 * Whether changes of a field wait, and why they are not taken; the hand-in waits for them as for the texts.
 * @returns `refused` too: it waits for nothing any more, and may be discarded once it is said
 */
export function useKeptField(bench: Writing, field: KeptField) {
  const { selfId, project } = bench;
  const [editor] = useState(() => editorOf(selfId, project._id, field));
  useListed(bench, editor);
  const changes = useKeptChanges(bench).filter(
    (change) => fieldOf(change) === field,
  );
  const refused = changes.find(({ refusal }) => refusal !== undefined);
  return { ...viewOf(changes), refused };
}

function editorOf(
  selfId: string,
  projectId: Workbench["_id"],
  field: KeptField,
): Editor {
  const own = () =>
    changesOf(outboxOf(selfId), projectId).filter(
      (change) => fieldOf(change) === field,
    );
  const editor = {
    field,
    getView: () => viewOf(own()),
    subscribe: onOutbox,
    flush: sendAgain,
  };
  return {
    ...editor,
    settled: () =>
      settledOf(editor, () => {
        const stuck = own().find(isStuck);
        if (stuck !== undefined) throw new ConvexError(stuck.answer ?? null);
      }),
  };
}

function viewOf(changes: readonly KeptChange[]) {
  return {
    text: "",
    isAtRisk: changes.length > 0,
    error: changes.find(isStuck)?.answer?.message,
    othersChanges: 0,
  };
}

/** It was refused, or waits until submissions open. */
function isStuck({ refusal, isHeld = false }: KeptChange): boolean {
  return refusal !== undefined || isHeld;
}
