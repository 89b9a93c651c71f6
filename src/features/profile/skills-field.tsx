import { useId, useState, type KeyboardEvent } from "react";
import {
  MAX_SKILLS,
  skillKey,
  withoutRepeats,
} from "#convex/people/shared/skills";
import { suggestedSkills } from "../../content/skills";
import { useFocusKept } from "../../lib/focus/use-focus-kept";
import { Button } from "../../ui/button";
import { CloseIcon } from "../../ui/icons";
import { TextField } from "../../ui/text-field";
import { LiveRegion } from "../../ui/visually-hidden";
import styles from "./skills-field.module.css";

/**
 * Skills, suggested or typed, each with a button that removes it. The form gets them as one value (`skillsIn` parses
 * it), including one that is typed but not added yet. When other skills are saved, the field follows unless it was
 * changed; what was only typed is added if it is among them.
 */
export function SkillsField({
  label,
  initial,
  errors,
}: {
  label: string;
  initial: readonly string[];
  /** Of the form: about the skills, or about one of them. */
  errors: Partial<Record<string, string>>;
}) {
  const listId = useId();
  const place = useFocusKept();
  const [skills, setSkills] = useState(initial);
  const [typed, setTyped] = useState("");
  const [saved, setSaved] = useState(initial);
  if (initial.join(SEPARATOR) !== saved.join(SEPARATOR)) {
    setSaved(initial);
    const isAdded = initial.some(
      (it) => skillKey(it) === skillKey(typed.trim()),
    );
    if (isAdded) setTyped("");
    if (skills === saved) setSkills(initial);
    else if (isAdded) setSkills(withoutRepeats([...skills, typed.trim()]));
  }
  const chosen = new Set(skills.map(skillKey));
  const fieldWithSkills = Object.keys(errors).find((field) =>
    field.startsWith("skills"),
  );

  function add() {
    if (typed.trim() === "" || skills.length >= MAX_SKILLS) return;
    setSkills(withoutRepeats([...skills, typed.trim()]));
    setTyped("");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || typed.trim() === "") return;
    event.preventDefault();
    add();
  }

  return (
    <div ref={place} tabIndex={-1} className="stack gap-3">
      <div className={`grid gap-3 items-start ${styles.entry}`}>
        <TextField
          label={label}
          name="skills.typed"
          hint={`Up to ${MAX_SKILLS}. Choose one or type your own.`}
          required={false}
          error={fieldWithSkills && errors[fieldWithSkills]}
          list={listId}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button isDisabled={skills.length >= MAX_SKILLS} onClick={add}>
          Add
        </Button>
      </div>
      <datalist id={listId}>
        {suggestedSkills
          .filter((skill) => !chosen.has(skillKey(skill)))
          .map((skill) => (
            <option key={skill}>{skill}</option>
          ))}
      </datalist>
      <input
        type="hidden"
        name="skills"
        value={[...skills, typed].join(SEPARATOR)}
        data-shown={[...saved, ""].join(SEPARATOR)}
        onInput={({ currentTarget }) => {
          setSkills(skillsIn(currentTarget.value));
        }}
      />
      {skills.length > 0 && (
        <ul className="row gap-2" aria-label={`Chosen: ${label}`}>
          {skills.map((skill) => (
            <li key={skill}>
              <button
                type="button"
                className={`gap-2 items-center target ${styles.skill}`}
                aria-label={`Take away ${skill}`}
                onClick={() =>
                  setSkills(skills.filter((other) => other !== skill))
                }
              >
                <span>{skill}</span>
                <CloseIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      <LiveRegion>
        {skills === saved ? "" : `${skills.length} chosen`}
      </LiveRegion>
    </div>
  );
}

const SEPARATOR = "\n";

/** The skills in the value of such a field. */
export function skillsIn(value: string): string[] {
  return value.split(SEPARATOR).filter((skill) => skill.trim() !== "");
}
