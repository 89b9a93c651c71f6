import type { OptimisticLocalStore } from "convex/browser";
import { useMutation } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useId, useState } from "react";
import { api } from "#convex/_generated/api";
import { check } from "#convex/shared/input";
import {
  MAX_BUILT_WITH,
  mergeList,
  editProjectSchema,
  type Track,
} from "#convex/shared/projects";
import { specialAwards } from "../../content/award-words";
import { messageOf } from "../../lib/error-message";
import { useFocusKept } from "../../lib/use-focus-kept";
import { Button } from "../../ui/button";
import { CloseIcon } from "../../ui/icons";
import { Checkbox } from "../../ui/text-field";
import { FieldFrame, SavedNote, type Bench } from "./fields";
import styles from "./lists.module.css";

const FAILURE = "Not saved. Please try again.";

type Change = FunctionArgs<typeof api.projects.edit>;

/**
 * Saves changes of a list one after the other, and shows each at once. Each is sent with its base, so that the changes
 * of two people are merged.
 */
function useSaved() {
  const edit = useMutation(api.projects.edit).withOptimisticUpdate(showAtOnce);
  const [pending, setPending] = useState(0);
  const [isTouched, setIsTouched] = useState(false);
  const [error, setError] = useState<string>();
  async function save(change: Change): Promise<void> {
    setIsTouched(true);
    setError(undefined);
    setPending((count) => count + 1);
    try {
      await edit(change);
    } catch (problem) {
      setError(messageOf(problem, FAILURE));
    } finally {
      setPending((count) => count - 1);
    }
  }
  const note = <SavedNote isAtRisk={pending > 0} isTouched={isTouched} />;
  return { save, note, error, setError };
}

function showAtOnce(store: OptimisticLocalStore, change: Change): void {
  const project = store.getQuery(api.projects.workbench, {});
  if (!project) return;
  const { tracks, builtWith, hidesNames = project.hidesNames, bases } = change;
  store.setQuery(
    api.projects.workbench,
    {},
    {
      ...project,
      hidesNames,
      tracks: merged(project.tracks, bases?.tracks, tracks),
      builtWith: merged(project.builtWith, bases?.builtWith, builtWith),
    },
  );
}

function merged<Entry>(
  current: Entry[],
  base: Entry[] | undefined,
  wanted: Entry[] | undefined,
): Entry[] {
  return wanted === undefined ? current : mergeList({ current, base, wanted });
}

/** The tracks that the project enters, as plates. What a track is for is told of the last one that was touched. */
export function Tracks({ bench }: { bench: Bench }) {
  const { save, note, error } = useSaved();
  const [told, setTold] = useState<Track>();
  const id = useId();
  const { tracks } = bench.project;
  const shown = specialAwards.filter(
    (award) => bench.isOpen || tracks.includes(award.id),
  );
  function toggle(track: Track, isIn: boolean) {
    const wanted = isIn
      ? [...tracks, track]
      : tracks.filter((other) => other !== track);
    void save({ tracks: wanted, bases: { tracks } });
  }
  return (
    <FieldFrame
      bench={bench}
      field="tracks"
      label="Tracks"
      note={note}
      error={error}
    >
      <ul className={`row gap-2 ${styles.tracks}`}>
        {shown.map(({ id: track, title, description }) => (
          <li key={track} onPointerEnter={() => setTold(track)}>
            <label className="overlaid">
              <input
                type="checkbox"
                checked={tracks.includes(track)}
                disabled={!bench.isOpen}
                aria-describedby={`${id}-${track}`}
                onFocus={() => setTold(track)}
                onChange={(event) => {
                  setTold(track);
                  toggle(track, event.target.checked);
                }}
              />
              <span className={`plate flex ${styles.plate}`}>{title}</span>
            </label>
            <span id={`${id}-${track}`} hidden>
              {description}
            </span>
          </li>
        ))}
      </ul>
      <p className={`quiet text-s tight ${styles.told}`} aria-hidden="true">
        {shown.length === 0
          ? "None"
          : shown.find((award) => award.id === told)?.description}
      </p>
    </FieldFrame>
  );
}

/** The technologies of the project. */
export function BuiltWith({ bench }: { bench: Bench }) {
  const { save, note, error, setError } = useSaved();
  const [typed, setTyped] = useState("");
  const { builtWith } = bench.project;
  const list = useFocusKept();
  const id = "project-builtWith";
  function change(wanted: string[]) {
    void save({ builtWith: wanted, bases: { builtWith } });
  }
  /** Commas separate entries. Entries that cannot be added stay in the field. */
  function add() {
    const things = typed.split(",").filter((thing) => thing.trim() !== "");
    if (things.length === 0) return;
    const wanted = [...builtWith, ...things];
    const checked = check(editProjectSchema, { builtWith: wanted });
    if (!checked.ok) {
      setError(checked.refusals[0]?.message);
      return;
    }
    setTyped("");
    change(checked.value.builtWith ?? wanted);
  }
  return (
    <FieldFrame
      bench={bench}
      field="builtWith"
      label="Built with"
      {...(bench.isOpen && { labelFor: id })}
      note={note}
      error={error}
    >
      <ul
        ref={list}
        tabIndex={-1}
        className={`row gap-2 ${styles.things}`}
        aria-label="Built with"
      >
        {builtWith.map((thing) => (
          <li key={thing} className={`flex gap-2 items-center ${styles.thing}`}>
            {thing}
            {bench.isOpen && (
              <button
                type="button"
                aria-label={`Take away ${thing}`}
                onClick={() =>
                  change(builtWith.filter((other) => other !== thing))
                }
              >
                <CloseIcon />
              </button>
            )}
          </li>
        ))}
      </ul>
      {bench.isOpen && builtWith.length < MAX_BUILT_WITH && (
        <div className={`flex gap-3 items-center ${styles.entry}`}>
          <input
            id={id}
            value={typed}
            placeholder="React, Rust, a soldering iron"
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== ",") return;
              event.preventDefault();
              add();
            }}
            onBlur={add}
          />
          <Button tone="quiet" onClick={add}>
            Add
          </Button>
        </div>
      )}
    </FieldFrame>
  );
}

/** Whether the gallery names the team's members. */
export function HiddenNames({ bench }: { bench: Bench }) {
  const { save, error } = useSaved();
  return (
    <Checkbox
      label="Hide our names"
      hint="The gallery and the results show the project without your team's name and yours."
      checked={bench.project.hidesNames}
      disabled={!bench.isOpen}
      error={error}
      onChange={(event) => void save({ hidesNames: event.target.checked })}
    />
  );
}
