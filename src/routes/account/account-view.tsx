import { useRef } from "react";
import { Link } from "react-router-dom";
import type { Profile } from "#convex/people/shared/people";
import { canHelp, isHelper } from "#convex/platform/shared/roles";
import type { TeamView } from "#convex/teams/shared/teams";
import { useResetRequest } from "../../features/auth/use-reset-request";
import { formatDay } from "../../lib/time/format-date";
import { useRefusals } from "../../lib/forms/use-refusals";
import { paths } from "../../paths";
import { AccordionEntry } from "../../ui/accordion";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { PendingNote } from "../../ui/pending-note";
import { DeleteAccount } from "./delete-account";
import { DownloadData } from "./download-data";
import { MailSwitches } from "./mail-switches";
import { NameForm } from "./name-form";
import { ProfileForm } from "./profile-form";
import { ThisDevice } from "./this-device";

export function AccountView({
  profile,
  team,
}: {
  profile: Profile;
  team: TeamView | null;
}) {
  const isMember = !isHelper(profile.role);
  return (
    <>
      <header className="stack gap-2">
        <h1>Account</h1>
        <p className="row gap-x-5 items-center soft">
          <span>{profile.email}</span>
          <span>{`Joined on ${formatDay(profile.createdAt)}`}</span>
          {isMember && (
            <Link to={paths.pass} className="flex target items-center">
              Pass
            </Link>
          )}
        </p>
      </header>
      <div>
        <AccordionEntry
          level="h2"
          id="name"
          title="Name"
          value={profile.displayName}
        >
          <NameForm profile={profile} isMember={isMember} />
        </AccordionEntry>
        {(isMember || hasDetails(profile)) && (
          <AccordionEntry
            level="h2"
            id="profile"
            title="Profile"
            value={profileInWords(profile)}
          >
            <ProfileForm profile={profile} />
          </AccordionEntry>
        )}
        <AccordionEntry
          level="h2"
          id="password"
          title="Password"
          value="Change it by email"
        >
          <p>
            We email you a link to choose a new one, or a first one if you sign
            in with Google. Using the link signs you out everywhere else.
          </p>
          <PasswordLink email={profile.email} />
        </AccordionEntry>
        <AccordionEntry
          level="h2"
          id="mail"
          title="Mail"
          value={mailInWords(profile.mailOff)}
        >
          <p>
            What we also send to your address. Receipts and password links
            always come.
          </p>
          <MailSwitches
            mailOff={profile.mailOff}
            isHelping={canHelp(profile.role)}
          />
        </AccordionEntry>
        <ThisDevice uid={profile._id} />
        <AccordionEntry level="h2" id="data" title="Your data" value="One file">
          <p>
            Everything we store about you, in one file (JSON). The{" "}
            <Link to={paths.privacyPolicy}>privacy policy</Link> says why we
            store it.
          </p>
          <DownloadData />
        </AccordionEntry>
        <AccordionEntry
          level="h2"
          id="delete"
          title="Delete account"
          value="For good"
        >
          <p>
            {isMember
              ? "This deletes your profile, your ways to sign in and your place in the team for good."
              : "This deletes your profile and your ways to sign in for good."}
          </p>
          <DeleteAccount profile={profile} team={team} />
        </AccordionEntry>
      </div>
    </>
  );
}

function profileInWords({ college, graduationYear, skills }: Profile): string {
  const told = [college, graduationYear, skills.join(", ")];
  return told.filter(Boolean).join(" · ") || "Empty";
}

function mailInWords(mailOff: Profile["mailOff"]): string {
  return mailOff.length === 0 ? "Everything" : `${mailOff.length} off`;
}

/** Whether the profile has content: judges and mentors must still be able to change it. */
function hasDetails({
  college,
  graduationYear,
  skills,
  about,
  links,
}: Profile): boolean {
  const told = [college, graduationYear, about, ...Object.values(links)];
  return skills.length > 0 || told.some(Boolean);
}

/** Uses the reset mail, because its link proves the address. */
function PasswordLink({ email }: { email: string }) {
  const refusals = useRefusals(useRef(null));
  const { request, stage } = useResetRequest(refusals);
  const isPending = stage !== "idle";
  return (
    <>
      <FormNotice>{refusals.notice}</FormNotice>
      <Button isPending={isPending} onClick={() => void request(email)}>
        {stage === "checking" ? "Checking…" : "Send me the link"}
      </Button>
      <PendingNote isPending={isPending}>Sending the email</PendingNote>
    </>
  );
}
