import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import type { AppointedRole } from "#convex/platform/shared/roles";
import type { RoleList } from "#convex/roles/shared";
import { deskHelperSchema, MAX_INVITED_AT_ONCE } from "#convex/roles/shared";
import { readAddresses } from "#convex/platform/shared/addressLists";
import { refusing } from "#convex/platform/shared/input";
import { counted } from "#convex/platform/shared/text";
import * as z from "zod/mini";
import { useDeploymentTime } from "../../../features/clock/deployment-clock";
import { clearLater } from "../../../lib/forms/clear-later";
import { formatMoment } from "../../../lib/time/format-time";
import { notify } from "../../../lib/notify";
import { useAction } from "../../../lib/forms/use-action";
import { useKeptForm } from "../../../lib/forms/use-kept-draft";
import { Button } from "../../../ui/button";
import { AskingButton } from "../../../ui/confirmation";
import { FormNotice } from "../../../ui/form-notice";
import { SelectField } from "../../../ui/select-field";
import { SkeletonStack } from "../../../ui/skeleton";
import { TextArea, TextField } from "../../../ui/text-field";
import { UndoNote } from "../../../ui/undo-note";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { TitledPanel } from "../frame/titled-panel";

type Invitation = RoleList["invitations"][number];
type Person = RoleList["people"][number];

/** Who has a role, and who is invited to one. */
export function Roles() {
  const live = useOrganiserQuery(api.organiser.roles, {});
  return (
    <SectionFrame>
      <InvitePanel />
      <Loaded
        live={live}
        failure="Failed to load the roles"
        skeleton={<SkeletonStack heights={["12rem", "12rem"]} />}
      >
        {({ people, deskHelpers, invitations }) => (
          <>
            {invitations.length > 0 && (
              <TitledPanel title="Open invitations">
                <ul className="stack gap-3 org-lines">
                  {invitations.map((invitation) => (
                    <li key={invitation._id}>
                      <InvitationEntry invitation={invitation} />
                    </li>
                  ))}
                </ul>
              </TitledPanel>
            )}
            <PeoplePanel people={people} />
            <DeskPanel helpers={deskHelpers} />
          </>
        )}
      </Loaded>
    </SectionFrame>
  );
}

/** What is pasted into one field: addresses, and what is none, which does not keep the others from being invited. */
const typedSchema = z.object({
  emails: z.pipe(
    z.pipe(z.string(), z.transform(readAddresses)),
    z.object({ emails: z.array(z.string()), bad: z.array(z.string()) }).check(
      z.refine(
        ({ emails, bad }) => emails.length + bad.length > 0,
        refusing("required", { label: "An address" }),
      ),
      z.refine(
        ({ emails }) => emails.length <= MAX_INVITED_AT_ONCE,
        refusing("too_many", {
          label: "addresses",
          max: MAX_INVITED_AT_ONCE,
        }),
      ),
    ),
  ),
});

function InvitePanel() {
  const invite = useMutation(api.organiser.invite);
  const [role, setRole] = useState<"judge" | "organiser">("judge");
  const [left, setLeft] = useState<{ email: string; why: string }[]>([]);
  const { formProps, errors, notice, isPending, refuse } = useKeptForm({
    keptAs: "role invitation",
    schema: typedSchema,
    failure: "Failed to invite them",
    onSubmit: async ({ emails: { emails, bad } }, form) => {
      const clear = clearLater(form);
      const notInvited =
        emails.length === 0 ? [] : await invite({ emails, role });
      setLeft(notInvited);
      clear();
      const sent = emails.length - notInvited.length;
      if (sent > 0) notify.success(`${counted(sent, "invitation")} sent`);
      if (bad.length === 0) return;
      // They stay in the field, after what was typed meanwhile.
      const field = form.elements.namedItem("emails") as HTMLTextAreaElement;
      field.value = [field.value, ...bad].filter((it) => it).join("\n");
      const which = bad.map((it) => `“${it}”`).join(", ");
      const message = `${which} ${bad.length === 1 ? "is" : "are"} no email address. ${emails.length === 0 ? "Nobody was invited." : "The others are invited."}`;
      refuse([{ code: "invalid_email", message, field: "emails" }]);
    },
  });
  return (
    <TitledPanel
      title="Invite by mail"
      lead="Each address gets a link that works once and for seven days. Whoever has no account makes one there. Nobody who is in a team can be a judge."
    >
      <form {...formProps} className="stack gap-4" aria-label="Invite">
        <TextArea
          label="Email addresses"
          name="emails"
          rows={3}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="One or several, each on a line of its own or separated by commas."
          error={errors.emails}
        />
        <div className="row gap-3 gap-x items-end org-appoint">
          <SelectField
            label="As"
            none="Judge"
            name="role"
            options={[["organiser", "Organiser"]]}
            value={role === "judge" ? "" : role}
            onChange={(value) =>
              setRole(value === "organiser" ? "organiser" : "judge")
            }
          />
          <Button type="submit" tone="signal" isPending={isPending}>
            Invite
          </Button>
        </div>
        <FormNotice>{notice}</FormNotice>
        {left.length > 0 && (
          <div aria-live="polite">
            <p>Not invited:</p>
            <ul>
              {left.map(({ email, why }) => (
                <li key={email}>
                  <strong>{email}</strong>
                  <span>{`: ${why}`}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
    </TitledPanel>
  );
}

function InvitationEntry({ invitation }: { invitation: Invitation }) {
  const { _id: invitationId, email, role, expiresAt: seen } = invitation;
  const again = useMutation(api.organiser.inviteAgain);
  const withdraw = useMutation(api.organiser.withdrawInvitation);
  const now = useDeploymentTime();
  return (
    <div className="ends">
      <p className="min-w-0">
        <strong>{email}</strong> <span className="tag org-tag">{role}</span>
        <br />
        <span className="org-quiet">{standingOf(invitation, now)}</span>
      </p>
      <div className="row gap-3 org-actions">
        <AskingButton
          label="Send again"
          button={{ "aria-label": `Send again to ${email}` }}
          title={`Send ${email} a new link?`}
          text={`One more mail goes to ${email}, with a link that works for seven days. The link in the mail before works no more.`}
          confirm="Send it"
          tone="signal"
          failure="Failed to send the invitation again"
          onConfirm={async () => {
            await again({ invitationId, seen });
            notify.success("A new link goes out: the earlier one is void");
          }}
        />
        <AskingButton
          label="Withdraw"
          button={{ "aria-label": `Withdraw the invitation of ${email}` }}
          title={`Withdraw the invitation of ${email}?`}
          text={`${email} does not become ${role === "organiser" ? "an organiser" : `a ${role}`}: the link in the mail works no more. Only another mail invites them again.`}
          confirm="Withdraw"
          failure="Failed to withdraw the invitation"
          onConfirm={() => withdraw({ invitationId, seen })}
        />
      </div>
    </div>
  );
}

/** @param now null until the deployment has told its time */
function standingOf(
  { mailedAt, expiresAt, isVouchedFor }: Invitation,
  now: number | null,
): string {
  if (!isVouchedFor)
    return "Void: whoever sent it is no organiser any more. Send it again.";
  if (now !== null && expiresAt <= now) return "Expired. Send it again.";
  if (mailedAt === null) return "The mail has not left yet.";
  return `Sent ${formatMoment(mailedAt)}, works until ${formatMoment(expiresAt)}`;
}

const headings: Record<AppointedRole, string> = {
  organiser: "Organisers",
  judge: "Judges",
  mentor: "Mentors",
};

function PeoplePanel({ people }: Pick<RoleList, "people">) {
  const dismiss = useMutation(api.organiser.dismiss);
  const roles = (["organiser", "judge", "mentor"] as const).filter((role) =>
    people.some((person) => person.role === role),
  );
  return (
    <TitledPanel title="Who has a role">
      {roles.map((role) => (
        <section key={role} className="stack gap-3" aria-label={headings[role]}>
          <h3>{headings[role]}</h3>
          <ul className="stack gap-3 org-lines">
            {people
              .filter((person) => person.role === role)
              .map((person) => (
                <li key={person._id} className="ends">
                  <p className="min-w-0">
                    <strong>{person.name}</strong>{" "}
                    <span className="org-quiet">{person.email}</span>
                  </p>
                  <AskingButton
                    label="Dismiss"
                    button={{ "aria-label": `Dismiss ${person.name}` }}
                    title={`Dismiss ${person.name}?`}
                    text={consequences[role](person)}
                    confirm="Dismiss"
                    failure="Failed to dismiss them"
                    onConfirm={() =>
                      dismiss({ userId: person._id, seen: role })
                    }
                  />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </TitledPanel>
  );
}

/** Who else may check people in, whatever their role. */
function DeskPanel({ helpers }: { helpers: RoleList["deskHelpers"] }) {
  const name = useMutation(api.organiser.nameDeskHelper);
  const dismiss = useMutation(api.organiser.dismissDeskHelper);
  const { run, isPending: isDismissing } = useAction("Failed to dismiss them");
  const [gone, setGone] = useState<{ name: string; email: string }>();
  const { formProps, field, notice, isPending } = useKeptForm({
    keptAs: "desk helper",
    schema: deskHelperSchema,
    failure: "Failed to name the helper",
    onSubmit: async (helper, form) => {
      const clear = clearLater(form);
      await name(helper);
      clear();
    },
  });
  return (
    <TitledPanel
      title="Check-in desk"
      lead="Helpers check people in at the door, as organisers do. They see names, colleges and teams, and nothing else of this area."
    >
      <form {...formProps} className="stack gap-4" aria-label="Desk helper">
        <TextField
          label="Email address of an account"
          {...field("email")}
          type="email"
          autoComplete="off"
        />
        <div>
          <Button type="submit" isPending={isPending}>
            Name for the desk
          </Button>
        </div>
        <FormNotice>{notice}</FormNotice>
      </form>
      {gone && !helpers.some(({ email }) => email === gone.email) && (
        <UndoNote
          failure="Failed to name the helper"
          onUndo={async () => {
            await name({ email: gone.email });
            setGone(undefined);
          }}
        >{`${gone.name} is dismissed from the desk.`}</UndoNote>
      )}
      {helpers.length > 0 && (
        <ul className="stack gap-3 org-lines" aria-label="Desk helpers">
          {helpers.map(({ _id: userId, name: helper, email }) => (
            <li key={userId} className="ends">
              <p className="min-w-0">
                <strong>{helper}</strong>{" "}
                <span className="org-quiet">{email}</span>
              </p>
              <Button
                aria-label={`Dismiss ${helper} from the desk`}
                isPending={isDismissing}
                onClick={() =>
                  void run(async () => {
                    await dismiss({ userId });
                    setGone({ name: helper, email });
                  })
                }
              >
                Dismiss
              </Button>
            </li>
          ))}
        </ul>
      )}
    </TitledPanel>
  );
}

const consequences: Record<AppointedRole, (person: Person) => string> = {
  organiser: ({ name, has }) =>
    `${name} becomes a participant at once.${has.invitations === 0 ? "" : ` ${counted(has.invitations, "open invitation")} of ${name} ${has.invitations === 1 ? "is" : "are"} void.`}${handedBack(has)}`,
  judge: ({ name, has }) =>
    `${name} becomes a participant at once. ${counted(has.scored, "scorecard")} of ${name} still ${has.scored === 1 ? "counts" : "count"}; ${counted(has.toScore, "project")} that ${name} has not scored ${has.toScore === 1 ? "goes" : "go"} to other judges.`,
  mentor: ({ name, has }) =>
    `${name} becomes a participant at once.${handedBack(has)}`,
};

/** What becomes of the teams to which somebody is on the way. */
function handedBack({ helping }: Person["has"]): string {
  return helping === 0
    ? ""
    : ` ${counted(helping, "team")} to which they are on the way ${helping === 1 ? "waits" : "wait"} for another mentor.`;
}
