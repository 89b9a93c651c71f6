import type { ConvexReactClient } from "convex/react";
import type { FunctionArgs, FunctionReference } from "convex/server";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import type { ErrorCode } from "#convex/platform/shared/errors";
import type { Marks } from "#convex/judging/shared/judging";

/** What a person does that can wait for the connection, by its kind. */
export type Tasks = {
  /** A judge's marks and note for a project; null takes them back. `over` as `judging.score` takes it. */
  marks: {
    projectId: Id<"projects">;
    over?: number | null | undefined;
    sheet: { marks: Marks; note: string } | null;
  };
  place: FunctionArgs<typeof api.users.notePlace>;
  /** A list or a switch of a project; `seen` as `projects.edit` takes its bases. */
  projectList: {
    projectId: Id<"projects">;
    change: Pick<EditArgs, "tracks" | "builtWith" | "hidesNames">;
    seen: NonNullable<EditArgs["bases"]>;
  };
  pictureWords: OfProject<typeof api.projects.describePicture>;
  pictureOrder: OfProject<typeof api.projects.arrangePictures>;
  /** A check-in, the undo of one, or a word about the form of a guardian. */
  checkIn: WithoutKey<
    | FunctionArgs<typeof api.checkIns.record>
    | FunctionArgs<typeof api.checkIns.undo>
    | FunctionArgs<typeof api.checkIns.noteForm>
  >;
};

type EditArgs = FunctionArgs<typeof api.projects.edit>;

/** With the project, for its page. */
type OfProject<Mutation extends FunctionReference<"mutation">> =
  FunctionArgs<Mutation> & { projectId: Id<"projects"> };

/** The task's own key goes with the call. */
type WithoutKey<Args> = Args extends unknown ? Omit<Args, "key"> : never;

export type Kind = keyof Tasks;

export type Task<Args> = {
  /** Tasks of one lane are sent one after another, in the order in which they were kept. */
  lane(args: Args): string;
  /**
   * A newer task takes the place of those of its lane that were refused, or never sent; it rests on what the latter have
   * `seen`, if their arguments say so.
   */
  isReplaced?: boolean;
  /** Sent once nothing has taken its place for so long. */
  pauseMs?: number;
  /**
   * Called again until the deployment has answered, also by another page: the mutation must do it once, by the key or by
   * comparing what is there.
   */
  send(convex: ConvexReactClient, args: Args, key: string): Promise<unknown>;
  /** What a task becomes when one before it in its line is done. */
  after?(args: Args, done: Args): Args;
  /** Refusals that may end: the task waits. */
  waitsFor?: readonly (ErrorCode | undefined)[];
};

/** Submissions may open again. */
const WHILE_OPEN = ["submissions_not_open", "submissions_closed"] as const;

export const tasks: { [K in Kind]: Task<Tasks[K]> } = {
  marks: {
    lane: ({ projectId }) => projectId,
    isReplaced: true,
    send: async (convex, { sheet, ...change }) =>
      sheet === null
        ? convex.mutation(api.judging.unscore, change)
        : convex.mutation(api.judging.score, { ...change, ...sheet }),
    // What it replaces is then from here.
    after: ({ projectId, sheet }) => ({ projectId, sheet }),
    waitsFor: ["judging_closed"],
  },
  place: {
    lane: () => "",
    isReplaced: true,
    send: async (convex, args) => convex.mutation(api.users.notePlace, args),
  },
  projectList: {
    lane: ({ projectId, change }) => [projectId, ...Object.keys(change)].join(),
    isReplaced: true,
    send: async (convex, { projectId, change, seen: bases }) =>
      convex.mutation(api.projects.edit, { projectId, ...change, bases }),
    waitsFor: WHILE_OPEN,
  },
  pictureWords: {
    lane: ({ pictureId }) => pictureId,
    isReplaced: true,
    // Each letter that is typed is a task.
    pauseMs: 1_000,
    send: async (convex, { pictureId, alt, seen }) =>
      convex.mutation(api.projects.describePicture, { pictureId, alt, seen }),
    waitsFor: WHILE_OPEN,
  },
  pictureOrder: {
    lane: ({ projectId }) => projectId,
    isReplaced: true,
    send: async (convex, { pictureIds, seen }) =>
      convex.mutation(api.projects.arrangePictures, { pictureIds, seen }),
    waitsFor: WHILE_OPEN,
  },
  checkIn: {
    lane: ({ uid }) => uid,
    send: async (convex, args, key) =>
      "isSeen" in args
        ? convex.mutation(api.checkIns.noteForm, args)
        : "desk" in args
          ? convex.mutation(api.checkIns.record, { ...args, key })
          : convex.mutation(api.checkIns.undo, { ...args, key }),
    waitsFor: ["desk_only"],
  },
};

/** Undefined for a kind of another version of the page. */
export function taskOf(kind: string): Task<unknown> | undefined {
  return (tasks as Partial<Record<string, Task<unknown>>>)[kind];
}
