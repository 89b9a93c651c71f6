import { useId, useRef, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { isHelper, type Profile } from "#convex/shared/people";
import type { TeamView } from "#convex/shared/teams";
import { useResetRequest } from "../../features/auth/use-reset-request";
import { formatDay } from "../../lib/format-date";
import { useRefusals } from "../../lib/use-refusals";
import { paths } from "../../paths";
import { Button, LinkButton } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { Panel } from "../../ui/panel";
import { PendingNote } from "../../ui/pending-note";
import styles from "./account.module.css";
import { DeleteAccount } from "./delete-account";
import { DownloadData } from "./download-data";
import { MailSwitches } from "./mail-switches";
import { NameForm } from "./name-form";
import { ProfileForm } from "./profile-form";

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
      <header
        className={`row gap-5 items-end justify-between ${styles.header}`}
      >
        <div className={`stack gap-4 min-w-0 ${styles.intro}`}>
          <h1>Account</h1>
          <p className="row gap-x-5 soft">
            <span>{profile.email}</span>
            <span>Joined on {formatDay(profile.createdAt)}</span>
          </p>
        </div>
        <LinkButton to={paths.dashboard}>Back to the dashboard</LinkButton>
      </header>
      <NameForm profile={profile} isMember={isMember} />
      {(isMember || hasDetails(profile)) && <ProfileForm profile={profile} />}
      <div className={styles.settings}>
        <Setting
          title="Password"
          text="We email you a link to choose a new one, or a first one if you sign in with Google. Using the link signs you out everywhere else."
        >
          <PasswordLink email={profile.email} />
        </Setting>
        <Setting
          title="Mail"
          text="What we also send to your address. Receipts and password links always come."
        >
          <MailSwitches mailOff={profile.mailOff} />
        </Setting>
        <Setting
          title="Your data"
          text={
            <>
              Everything we store about you, in one file (JSON). The{" "}
              <Link to={paths.privacyPolicy}>privacy policy</Link> says why we
              store it.
            </>
          }
        >
          <DownloadData />
        </Setting>
        <Setting
          title="Delete account"
          text={
            isMember
              ? "This deletes your profile, your ways to sign in and your place in the team for good."
              : "This deletes your profile and your ways to sign in for good."
          }
        >
          <DeleteAccount profile={profile} team={team} />
        </Setting>
      </div>
    </>
  );
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

function Setting({
  title,
  text,
  children,
}: {
  title: string;
  text: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Panel aria-labelledby={id}>
      <div className={styles.setting}>
        <h2 id={id}>{title}</h2>
        <p>{text}</p>
        {children}
      </div>
    </Panel>
  );
}
