import { useMutation } from "convex/react";
import { useState } from "react";
import { Link } from "react-router-dom";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import { cardSchema, openingSchema, type Kind } from "#convex/listings/shared";
import { SkillsField, skillsIn } from "../../features/profile/skills-field";
import { useAction } from "../../lib/forms/use-action";
import { useFocusOnChange } from "../../lib/focus/use-focus-on-change";
import { useKeptForm } from "../../lib/forms/use-kept-draft";
import { paths } from "../../paths";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { Panel } from "../../ui/panel";
import { TextField } from "../../ui/text-field";
import { Written } from "../../ui/written";
import styles from "./find.module.css";
import type { Finding } from "./use-finding";

/** The texts of the form, as the deployment takes them. */
function formSchema(schema: typeof cardSchema) {
  return z.pipe(
    z.pipe(
      z.record(z.string(), z.string()),
      z.transform(({ text = "", skills = "" }): z.input<typeof schema> => ({
        text,
        skills: skillsIn(skills),
      })),
    ),
    schema,
  );
}

/** What differs between a card and an opening. */
const kinds = {
  person: {
    title: "Your card",
    /** In the names of buttons, and in failures. */
    called: "your card",
    invitation: "Let teams find you.",
    begin: "Show a card",
    schema: formSchema(cardSchema),
    show: api.listings.showCard,
    textLabel: "One line about you",
    isTextOptional: true,
    skillsLabel: "Your skills",
    shows: (
      <>
        <span>{`Everyone who is signed in sees your name, your college and what you write here, and no address. Name and college come from `}</span>
        <Link to={paths.account}>your account</Link>
        <span>. It disappears when you join a team.</span>
      </>
    ),
  },
  team: {
    title: "Your team’s opening",
    called: "the opening",
    invitation: "Let people find you.",
    begin: "Show an opening",
    schema: formSchema(openingSchema),
    show: api.listings.showOpening,
    textLabel: "What you are building",
    isTextOptional: false,
    skillsLabel: "Skills you look for",
    shows:
      "Everyone who is signed in sees your team’s name, its free slots and what you write here. It disappears when the team is full.",
  },
};

type OwnListingProps = Pick<Finding, "me" | "own"> & { kind: Kind };

/** The person's own card, or the opening of the team that they lead, as one line. Its form opens in place of it. */
export function OwnListing({
  isAsked,
  ...props
}: OwnListingProps & {
  /** Whether something else on the page comes first. */
  isAsked: boolean;
}) {
  const { kind, own } = props;
  const { title, called, invitation, begin } = kinds[kind];
  const line = own?.text || own?.skills.join(", ") || "No line about you yet.";
  const [isEditing, setIsEditing] = useState(false);
  const [last, setLast] = useState(own);
  if (own !== null && own !== last) setLast(own);
  const place = useFocusOnChange(isEditing ? "form" : "line");
  return (
    <div ref={place} tabIndex={-1}>
      {isEditing ? (
        <ListingForm
          {...props}
          last={last}
          onDone={() => setIsEditing(false)}
        />
      ) : (
        <section
          className={`flex gap-4 items-center justify-between ${styles.own}`}
          aria-label={title}
        >
          {own === null ? (
            <p>{invitation}</p>
          ) : (
            <p className="min-w-0 ellipsis">
              <span className="strong">{`${title}:`}</span>{" "}
              <span className="soft">
                <Written>{line}</Written>
              </span>
            </p>
          )}
          <Button
            tone={own === null && !isAsked ? "signal" : "outline"}
            aria-label={own === null ? undefined : `Edit ${called}`}
            onClick={() => setIsEditing(true)}
          >
            {own === null ? begin : "Edit"}
          </Button>
        </section>
      )}
    </div>
  );
}

function ListingForm({
  kind,
  me,
  own,
  last,
  onDone,
}: OwnListingProps & {
  /** What was shown until it was withdrawn. */
  last: Finding["own"];
  onDone: () => void;
}) {
  const words = kinds[kind];
  const show = useMutation(words.show);
  const withdraw = useMutation(api.listings.withdraw);
  const withdrawing = useAction(`Failed to withdraw ${words.called}`);
  const { formProps, errors, field, notice, isPending, cancel } = useKeptForm({
    keptAs: `${kind} listing`,
    schema: words.schema,
    failure: `Failed to show ${words.called}`,
    onSubmit: async (wanted) => {
      await show(wanted);
    },
    onDone,
    isOfStored: true,
  });
  const profile =
    kind === "person" ? { text: me.about, skills: me.skills } : null;
  const initial = own ?? last ?? profile;
  async function withdrawNow() {
    if (await withdrawing.run(() => withdraw({ kind }))) onDone();
  }
  return (
    <Panel aria-label={words.title}>
      <form {...formProps} className="stack gap-4" aria-label={words.title}>
        <p className="measure soft">{words.shows}</p>
        <TextField
          label={words.textLabel}
          {...field("text")}
          isOptional={words.isTextOptional}
          autoComplete="off"
          defaultValue={initial?.text}
        />
        <SkillsField
          label={words.skillsLabel}
          initial={initial?.skills ?? []}
          errors={errors}
        />
        <FormNotice>{notice}</FormNotice>
        <div className="row gap-3 gap-x-4 items-center">
          <Button onClick={cancel(onDone)}>Cancel</Button>
          {own !== null && (
            <Button
              isPending={withdrawing.isPending}
              onClick={() => void withdrawNow()}
            >
              {`Withdraw ${words.called}`}
            </Button>
          )}
          <Button type="submit" tone="signal" isPending={isPending}>
            {own === null ? `Show ${words.called}` : "Save"}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
