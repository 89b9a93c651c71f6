import { useEffect, useId, useState } from "react";
import { check } from "#convex/platform/shared/input";
import {
  MAX_BUILT_WITH,
  editProjectSchema,
  type Track,
} from "#convex/projects/shared/projects";
import { specialAwards } from "../../content/prizes";
import { discard, keep } from "../../lib/outbox/outbox";
import type { Tasks } from "../../lib/outbox/tasks";
import { useFocusKept } from "../../lib/focus/use-focus-kept";
import { Button } from "../../ui/button";
import { CloseIcon } from "../../ui/icons";
import { Checkbox } from "../../ui/text-field";
import { FieldFrame, SavedNote, type Bench } from "./fields";
import { useKeptField } from "./kept-changes";
import styles from "./lists.module.css";
import { KEPT_LABELS, type KeptField } from "./settled";

/** Keeps changes of a list or a switch until they are sent. Each has its base, so that those of two people are merged. */
function useSaved(bench: Bench, field: Exclude<KeptField, "pictures">) {
  const kept = useKeptField(bench, field);
  const { isAtRisk, error } = kept;
  const [refused] = kept.refused;
  const [trouble, setTrouble] = useState<string>();
  const [isTouched, setIsTouched] = useState(false);
  if (refused !== undefined && refused.refusal !== trouble)
    setTrouble(refused.refusal);
  // What is said here waits for nobody.
  useEffect(() => {
    if (refused !== undefined) discard(bench.selfId, refused.key);
  }, [refused, bench.selfId]);
  function save(
    change: Tasks["projectList"]["change"],
    seen: Tasks["projectList"]["seen"] = {},
  ): void {
    setIsTouched(true);
    setTrouble(undefined);
    const args = { projectId: bench.project._id, change, seen };
    keep(bench.selfId, "projectList", args, { name: KEPT_LABELS[field] });
  }
  const note = (
    <SavedNote
      isAtRisk={isAtRisk}
      isTouched={isTouched}
      isRefused={error !== undefined}
    />
  );
  return { save, note, error: trouble ?? error, setTrouble };
}

/** The tracks that the project enters, as plates. What a track is for is told of the last one that was touched. */
export function Tracks({ bench }: { bench: Bench }) {
  const { save, note, error } = useSaved(bench, "tracks");
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
    save({ tracks: wanted }, { tracks });
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
  const { save, note, error, setTrouble } = useSaved(bench, "builtWith");
  const [typed, setTyped] = useState("");
  const { builtWith } = bench.project;
  const list = useFocusKept();
  const id = "project-builtWith";
  function change(wanted: string[]) {
    save({ builtWith: wanted }, { builtWith });
  }
  /** Commas separate entries. Entries that cannot be added stay in the field. */
  function add() {
    const things = typed.split(",").filter((thing) => thing.trim() !== "");
    if (things.length === 0) return;
    const wanted = [...builtWith, ...things];
    const checked = check(editProjectSchema, { builtWith: wanted });
    if (!checked.ok) {
      setTrouble(checked.refusals[0]?.message);
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
            <span>{thing}</span>
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
  const { save, note, error } = useSaved(bench, "hidesNames");
  return (
    <div className="stack gap-1">
      <Checkbox
        label={KEPT_LABELS.hidesNames}
        hint="The gallery and the results show the project without your team's name and yours."
        checked={bench.project.hidesNames}
        disabled={!bench.isOpen}
        error={error}
        onChange={(event) => save({ hidesNames: event.target.checked })}
      />
      <span className="quiet text-s">{note}</span>
    </div>
  );
}
