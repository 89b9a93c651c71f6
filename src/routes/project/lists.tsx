import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { MAX_BUILT_WITH, MAX_BUILT_WITH_LENGTH } from "#convex/shared/limits";
import type { Track } from "#convex/shared/tracks";
import { prizes } from "../../content/prizes";
import { messageOf } from "../../lib/error-message";
import { Button } from "../../ui/button";
import { CloseIcon } from "../../ui/icons";
import { Checkbox } from "../../ui/text-field";
import { FieldFrame, SavedNote, type Bench } from "./fields";
import styles from "./lists.module.css";

const awards = prizes.flatMap(({ awards: special }) => [...special]);
const FAILURE = "Not saved. Please try again.";

/** Saves one change of a list after the other; each says what it started from, so that two people's are merged. */
function useSaved() {
  const edit = useMutation(api.projects.edit);
  const [pending, setPending] = useState(0);
  const [isTouched, setIsTouched] = useState(false);
  const [error, setError] = useState<string>();
  async function save(change: Parameters<typeof edit>[0]): Promise<void> {
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
  return { save, note, error };
}

/** The tracks that the project enters. */
export function Tracks({ bench }: { bench: Bench }) {
  const { save, note, error } = useSaved();
  const { tracks } = bench.project;
  const [pressed, setPressed] = useState(tracks);
  const [shown, setShown] = useState(tracks);
  if (shown !== tracks) {
    setShown(tracks);
    setPressed(tracks);
  }
  function toggle(track: Track, isIn: boolean) {
    const wanted = isIn
      ? [...pressed, track]
      : pressed.filter((other) => other !== track);
    setPressed(wanted);
    void save({ tracks: wanted, bases: { tracks: pressed } });
  }
  return (
    <FieldFrame
      bench={bench}
      field="tracks"
      label="Tracks"
      note={note}
      error={error}
    >
      <ul className={styles.tracks}>
        {awards.map(({ id, title, description }) => (
          <li key={id}>
            <Checkbox
              label={title}
              hint={description}
              checked={pressed.includes(id)}
              disabled={!bench.isOpen}
              onChange={(event) => toggle(id, event.target.checked)}
            />
          </li>
        ))}
      </ul>
    </FieldFrame>
  );
}

/** What the project was built with. */
export function BuiltWith({ bench }: { bench: Bench }) {
  const { save, note, error } = useSaved();
  const [typed, setTyped] = useState("");
  const { builtWith } = bench.project;
  const id = "project-builtWith";
  function change(wanted: string[]) {
    void save({ builtWith: wanted, bases: { builtWith } });
  }
  function add() {
    const thing = typed.trim();
    if (thing === "") return;
    setTyped("");
    change([...builtWith, thing]);
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
      <ul className={styles.things} aria-label="Built with">
        {builtWith.map((thing) => (
          <li key={thing} className={styles.thing}>
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
        <div className={styles.entry}>
          <input
            id={id}
            value={typed}
            maxLength={MAX_BUILT_WITH_LENGTH}
            placeholder="React, Rust, a soldering iron"
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
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
      label="Do not name us"
      hint="The gallery shows the project without your team's name and yours."
      checked={bench.project.hidesNames}
      disabled={!bench.isOpen}
      error={error}
      onChange={(event) => void save({ hidesNames: event.target.checked })}
    />
  );
}
