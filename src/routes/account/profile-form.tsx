import { useMutation } from "convex/react";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import { profileSchema, type Profile } from "#convex/people/shared/people";
import { SkillsField, skillsIn } from "../../features/profile/skills-field";
import { notify } from "../../lib/notify";
import { useKeptForm } from "../../lib/forms/use-kept-draft";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { PendingNote } from "../../ui/pending-note";
import { TextField } from "../../ui/text-field";

/** The form's texts, as `users.update` takes them. */
const formSchema = z.pipe(
  z.pipe(
    z.record(z.string(), z.string()),
    z.transform((texts): z.input<typeof profileSchema> => ({
      college: texts.college ?? "",
      graduationYear: yearIn(texts.graduationYear ?? ""),
      skills: skillsIn(texts.skills ?? ""),
      about: texts.about ?? "",
      links: {
        github: texts["links.github"] ?? "",
        portfolio: texts["links.portfolio"] ?? "",
      },
    })),
  ),
  profileSchema,
);

/** NaN if it is not a number. */
function yearIn(typed: string): number | null {
  return typed.trim() === "" ? null : Number(typed);
}

/** The profile besides the name. Nothing is required. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const update = useMutation(api.users.update);
  const { formProps, errors, field, notice, isPending } = useKeptForm({
    keptAs: "profile",
    schema: formSchema,
    failure: "Failed to save your profile",
    onSubmit: async (change) => {
      await update(change);
      notify.success("Profile saved");
    },
    isOfStored: true,
  });
  return (
    <>
      <p>
        {profile.isProfileComplete
          ? "Complete. The organisers see it; others only see what you show them."
          : "Nothing here is required. With college and year it is complete. The organisers see it; others only see what you show them."}
      </p>
      <form
        {...formProps}
        className="stack gap-5 full"
        aria-label="Your profile"
      >
        <TextField
          label="College"
          {...field("college")}
          required={false}
          autoComplete="organization"
          defaultValue={profile.college}
        />
        <TextField
          label="Year of graduation"
          {...field("graduationYear")}
          required={false}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={profile.graduationYear ?? ""}
        />
        <SkillsField label="Skills" initial={profile.skills} errors={errors} />
        <TextField
          label="About you, in one line"
          {...field("about")}
          required={false}
          autoComplete="off"
          defaultValue={profile.about}
        />
        <TextField
          label="GitHub"
          {...field("links.github")}
          required={false}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={profile.links.github}
        />
        <TextField
          label="Portfolio"
          {...field("links.portfolio")}
          required={false}
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={profile.links.portfolio}
        />
        <FormNotice>{notice}</FormNotice>
        <div>
          <Button type="submit" tone="signal" isPending={isPending}>
            Save profile
          </Button>
          <PendingNote isPending={isPending}>Saving your profile</PendingNote>
        </div>
      </form>
    </>
  );
}
