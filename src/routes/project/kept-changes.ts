/**
 * What members do to the project beside writing its texts: lists, switches, the words and the order of pictures. It waits
 * in the outbox, is shown as if it were done, and counts as unsaved until it is.
 */
import { ConvexError } from "convex/values";
import { useState } from "react";
import { mergeList, type Workbench } from "#convex/projects/shared/projects";
import {
  onOutbox,
  outboxOf,
  useOutbox,
  type Waiting,
} from "../../lib/outbox/outbox";
import { sendAgain } from "../../lib/outbox/sender";
import { useListed, type Writing } from "./fields";
import { settledOf, type KeptField } from "./settled";

/** The project as it is once what waits is sent. */
export function useWithChanges(project: Workbench, selfId: string): Workbench {
  return useOutbox(selfId, "projectList").reduce((shown, { args, refusal }) => {
    if (refusal !== undefined || args.projectId !== project._id) return shown;
    const { hidesNames = shown.hidesNames, tracks, builtWith } = args.change;
    const { seen } = args;
    return {
      ...shown,
      hidesNames,
      tracks: merged(shown.tracks, seen.tracks, tracks),
      builtWith: merged(shown.builtWith, seen.builtWith, builtWith),
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

/** Whether changes of a field wait, and which are refused; the hand-in waits for them as for the texts. */
export function useKeptField(bench: Writing, field: KeptField) {
  const { selfId, project } = bench;
  const [editor] = useState(() => editorOf(selfId, project._id, field));
  useListed(bench, editor);
  useOutbox(selfId);
  return editor.getView();
}

function editorOf(selfId: string, projectId: string, field: KeptField) {
  function getView() {
    const own = outboxOf(selfId).filter(
      (task) => fieldOf(task, projectId) === field,
    );
    const stuck = own.find(({ refusal, isHeld }) => refusal ?? isHeld);
    return {
      text: "",
      isAtRisk: own.length > 0,
      error: stuck?.answer?.message,
      refused: own.filter(({ refusal }) => refusal !== undefined),
      othersChanges: 0,
      stuck,
    };
  }
  const editor = { field, getView, subscribe: onOutbox, flush: sendAgain };
  function requireTaken() {
    const { stuck } = getView();
    if (stuck !== undefined) throw new ConvexError(stuck.answer ?? null);
  }
  return { ...editor, settled: () => settledOf(editor, requireTaken) };
}

function fieldOf({ kind, args }: Waiting, projectId: string) {
  if (!("projectId" in args) || args.projectId !== projectId) return undefined;
  if (kind === "projectList") return Object.keys(args.change)[0];
  return kind === "marks" ? undefined : "pictures";
}
