import { useMutation } from "convex/react";
import { useId, useState } from "react";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import { openingSchema } from "#convex/shared/findingSchemas";
import type { Opening } from "#convex/shared/findingValidators";
import { SkillsField, skillsIn } from "../../features/profile/skills-field";
import { useAction } from "../../lib/use-action";
import { useForm } from "../../lib/use-form";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { Panel } from "../../ui/panel";
import { TextField } from "../../ui/text-field";
import styles from "./find.module.css";
import { Skills, skillsError } from "./skills";
import type { Finding } from "./use-finding";
import { slotsInWords } from "./words";

/** The form's texts, as `openings.show` takes them. */
const formSchema = z.pipe(
  z.pipe(
    z.record(z.string(), z.string()),
    z.transform((texts): z.input<typeof openingSchema> => ({
      skills: skillsIn(texts.skills ?? ""),
      building: texts.building ?? "",
    })),
  ),
  openingSchema,
);

/** The opening of the team that the person leads: shown, changed, withdrawn. */
export function OwnOpening({
  noRoom,
  opening,
}: Pick<Finding, "noRoom" | "opening">) {
  const id = useId();
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Panel isSignal={opening === null && noRoom === null} aria-labelledby={id}>
      <div className={styles.box}>
        <h2 id={id}>Your team’s opening</h2>
        {noRoom !== null ? (
          <p className={styles.soft}>{noRoom}</p>
        ) : isEditing || opening === null ? (
          <OpeningForm
            opening={opening}
            onTyping={() => setIsEditing(true)}
            onDone={() => setIsEditing(false)}
          />
        ) : (
          <ShownOpening opening={opening} onEdit={() => setIsEditing(true)} />
        )}
      </div>
    </Panel>
  );
}

function ShownOpening({
  opening,
  onEdit,
}: {
  opening: Opening;
  onEdit: () => void;
}) {
  const hide = useMutation(api.openings.hide);
  const { run, isPending } = useAction("Failed to withdraw the opening");
  return (
    <>
      <p className={styles.soft}>
        Everyone who is signed in sees it, with{" "}
        {slotsInWords(opening.freeSlots)}. It goes by itself once the team is
        full.
      </p>
      <p className={styles.line}>{opening.building}</p>
      <Skills skills={opening.skills} />
      <div className={styles.actions}>
        <Button onClick={onEdit}>Change the opening</Button>
        <Button isPending={isPending} onClick={() => void run(() => hide({}))}>
          Withdraw the opening
        </Button>
      </div>
    </>
  );
}

function OpeningForm({
  opening,
  onTyping,
  onDone,
}: {
  opening: Opening | null;
  /** The form must stay, whatever else shows the opening. */
  onTyping: () => void;
  onDone: () => void;
}) {
  const show = useMutation(api.openings.show);
  const { formProps, errors, notice, isPending } = useForm({
    schema: formSchema,
    failure: "Failed to show the opening",
    onSubmit: async (wanted) => {
      await show(wanted);
    },
    onDone,
  });
  return (
    <form
      {...formProps}
      onInput={onTyping}
      className={styles.form}
      aria-label="Your team’s opening"
    >
      <p className={styles.soft}>
        It shows your team’s name, its free slots and what you write here.
      </p>
      <TextField
        label="What you are building"
        name="building"
        autoComplete="off"
        defaultValue={opening?.building}
        error={errors.building}
      />
      <SkillsField
        label="Skills you look for"
        name="skills"
        initial={opening?.skills ?? []}
        error={skillsError(errors)}
      />
      <FormNotice>{notice}</FormNotice>
      <div className={styles.actions}>
        {opening !== null && <Button onClick={onDone}>Cancel</Button>}
        <Button type="submit" tone="signal" isPending={isPending}>
          {opening === null ? "Show the opening" : "Save"}
        </Button>
      </div>
    </form>
  );
}
