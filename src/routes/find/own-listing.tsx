import { useMutation } from "convex/react";
import { useId, useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import {
  cardSchema,
  openingSchema,
  type Kind,
  type Listing,
} from "#convex/shared/listings";
import { SkillsField, skillsIn } from "../../features/profile/skills-field";
import { useAction } from "../../lib/use-action";
import { useForm } from "../../lib/use-form";
import { paths } from "../../paths";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { Panel } from "../../ui/panel";
import { TextField } from "../../ui/text-field";
import { Skills, skillsError } from "./skills";
import type { Finding } from "./use-finding";
import { slotsInWords } from "./words";

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
const kinds: Record<
  Kind,
  {
    title: string;
    /** In the names of buttons, and in failures. */
    called: string;
    schema: ReturnType<typeof formSchema>;
    show: typeof api.listings.showCard | typeof api.listings.showOpening;
    textLabel: string;
    isTextOptional: boolean;
    skillsLabel: string;
    /** Above the form: what others see. */
    shows: ReactNode;
    /** Above what is shown: who sees it, and until when. */
    seen: (listing: Listing) => string;
  }
> = {
  person: {
    title: "Your card",
    called: "your card",
    schema: formSchema(cardSchema),
    show: api.listings.showCard,
    textLabel: "One line about you",
    isTextOptional: true,
    skillsLabel: "Your skills",
    shows: (
      <>
        It shows your name, your college and what you write here, and no
        address. Name and college come from{" "}
        <Link to={paths.account}>your account</Link>.
      </>
    ),
    seen: () =>
      "Everyone who is signed in sees it. It disappears when you join a team.",
  },
  team: {
    title: "Your team’s opening",
    called: "the opening",
    schema: formSchema(openingSchema),
    show: api.listings.showOpening,
    textLabel: "What you are building",
    isTextOptional: false,
    skillsLabel: "Skills you look for",
    shows: "It shows your team’s name, its free slots and what you write here.",
    seen: ({ freeSlots }) =>
      `Everyone who is signed in sees it, with ${slotsInWords(freeSlots)}. It disappears when the team is full.`,
  },
};

type OwnListingProps = Pick<Finding, "me" | "own"> & { kind: Kind };

/** The person's own card, or the opening of the team that they lead: shown, changed, withdrawn. */
export function OwnListing({
  kind,
  me,
  own,
  noRoom,
}: OwnListingProps & Pick<Finding, "noRoom">) {
  const id = useId();
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Panel isSignal={own === null && noRoom === null} aria-labelledby={id}>
      <div className="stack gap-4">
        <h2 id={id}>{kinds[kind].title}</h2>
        {noRoom !== null ? (
          <p className="measure soft">{noRoom}</p>
        ) : isEditing || own === null ? (
          <ListingForm
            kind={kind}
            me={me}
            own={own}
            onTyping={() => setIsEditing(true)}
            onDone={() => setIsEditing(false)}
          />
        ) : (
          <ShownListing listing={own} onEdit={() => setIsEditing(true)} />
        )}
      </div>
    </Panel>
  );
}

function ShownListing({
  listing,
  onEdit,
}: {
  listing: Listing;
  onEdit: () => void;
}) {
  const { kind, text, skills } = listing;
  const { called, seen } = kinds[kind];
  const withdraw = useMutation(api.listings.withdraw);
  const { run, isPending } = useAction(`Failed to withdraw ${called}`);
  return (
    <>
      <p className="measure soft">{seen(listing)}</p>
      <p className="own-direction">{text || "No line about you yet."}</p>
      <Skills skills={skills} />
      <div className="row gap-3 gap-x-4 items-center">
        <Button onClick={onEdit}>Change {called}</Button>
        <Button
          isPending={isPending}
          onClick={() => void run(() => withdraw({ kind }))}
        >
          Withdraw {called}
        </Button>
      </div>
    </>
  );
}

function ListingForm({
  kind,
  me,
  own,
  onTyping,
  onDone,
}: OwnListingProps & {
  /** The form must stay, whatever else shows the listing. */
  onTyping: () => void;
  onDone: () => void;
}) {
  const words = kinds[kind];
  const show = useMutation(words.show);
  const { formProps, errors, notice, isPending } = useForm({
    schema: words.schema,
    failure: `Failed to show ${words.called}`,
    onSubmit: async (wanted) => {
      await show(wanted);
    },
    onDone,
  });
  const profile =
    kind === "person" ? { text: me.about, skills: me.skills } : null;
  const initial = own ?? profile;
  return (
    <form
      {...formProps}
      onInput={onTyping}
      className="stack gap-4"
      aria-label={words.title}
    >
      <p className="measure soft">{words.shows}</p>
      <TextField
        label={words.textLabel}
        name="text"
        isOptional={words.isTextOptional}
        autoComplete="off"
        defaultValue={initial?.text}
        error={errors.text}
      />
      <SkillsField
        label={words.skillsLabel}
        name="skills"
        initial={initial?.skills ?? []}
        error={skillsError(errors)}
      />
      <FormNotice>{notice}</FormNotice>
      <div className="row gap-3 gap-x-4 items-center">
        {own !== null && <Button onClick={onDone}>Cancel</Button>}
        <Button type="submit" tone="signal" isPending={isPending}>
          {own === null ? `Show ${words.called}` : "Save"}
        </Button>
      </div>
    </form>
  );
}
