import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import { cardSchema } from "#convex/shared/findingSchemas";
import type { Card } from "#convex/shared/findingValidators";
import type { Profile } from "#convex/shared/validators";
import { SkillsField, skillsIn } from "../../features/profile/skills-field";
import { useAction } from "../../lib/use-action";
import { useForm } from "../../lib/use-form";
import { paths } from "../../paths";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { Panel } from "../../ui/panel";
import { TextField } from "../../ui/text-field";
import styles from "./find.module.css";
import { Skills, skillsError } from "./skills";
import type { Finding } from "./use-finding";

/** The form's texts, as `cards.show` takes them. */
const formSchema = z.pipe(
  z.pipe(
    z.record(z.string(), z.string()),
    z.transform((texts): z.input<typeof cardSchema> => ({
      skills: skillsIn(texts.skills ?? ""),
      line: texts.line ?? "",
    })),
  ),
  cardSchema,
);

/** The person's own card: shown, changed, withdrawn. */
export function OwnCard({ me, card }: Pick<Finding, "me" | "card">) {
  const id = useId();
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Panel isSignal={card === null} aria-labelledby={id}>
      <div className={styles.box}>
        <h2 id={id}>Your card</h2>
        {isEditing || card === null ? (
          <CardForm
            me={me}
            card={card}
            onTyping={() => setIsEditing(true)}
            onDone={() => setIsEditing(false)}
          />
        ) : (
          <ShownCard card={card} onEdit={() => setIsEditing(true)} />
        )}
      </div>
    </Panel>
  );
}

function ShownCard({ card, onEdit }: { card: Card; onEdit: () => void }) {
  const hide = useMutation(api.cards.hide);
  const { run, isPending } = useAction("Failed to withdraw your card");
  return (
    <>
      <p className={styles.soft}>
        Everyone who is signed in sees it. It goes by itself once you are in a
        team.
      </p>
      <p className={styles.line}>{card.line || "No line about you yet."}</p>
      <Skills skills={card.skills} />
      <div className={styles.actions}>
        <Button onClick={onEdit}>Change your card</Button>
        <Button isPending={isPending} onClick={() => void run(() => hide({}))}>
          Withdraw your card
        </Button>
      </div>
    </>
  );
}

function CardForm({
  me,
  card,
  onTyping,
  onDone,
}: {
  me: Profile;
  card: Card | null;
  /** The form must stay, whatever else shows the card. */
  onTyping: () => void;
  onDone: () => void;
}) {
  const show = useMutation(api.cards.show);
  const { formProps, errors, notice, isPending } = useForm({
    schema: formSchema,
    failure: "Failed to show your card",
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
      aria-label="Your card"
    >
      <p className={styles.soft}>
        It shows your name, your college and what you write here, and no
        address. Name and college come from{" "}
        <Link to={paths.account}>your account</Link>.
      </p>
      <TextField
        label="One line about you"
        name="line"
        isOptional
        autoComplete="off"
        defaultValue={card?.line ?? me.about}
        error={errors.line}
      />
      <SkillsField
        label="Your skills"
        name="skills"
        initial={card?.skills ?? me.skills}
        error={skillsError(errors)}
      />
      <FormNotice>{notice}</FormNotice>
      <div className={styles.actions}>
        {card !== null && <Button onClick={onDone}>Cancel</Button>}
        <Button type="submit" tone="signal" isPending={isPending}>
          {card === null ? "Show your card" : "Save"}
        </Button>
      </div>
    </form>
  );
}
