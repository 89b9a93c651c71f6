import { Link } from "react-router-dom";
import type { Profile, TeamView } from "../../../convex/shared/validators";
import { formatDay } from "../../lib/format-date";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import styles from "./account.module.css";
import { DeleteAccount } from "./delete-account";
import { DownloadData } from "./download-data";
import { NameForm } from "./name-form";
import { PasswordLink } from "./password-link";
import { Setting } from "./setting";

/** What belongs to a person alone: name, password, data, and the way out. */
export function AccountView({
  profile,
  team,
}: {
  profile: Profile;
  team: TeamView | null;
}) {
  return (
    <>
      <header className={styles.header}>
        <div className={styles.intro}>
          <h1>Account</h1>
          <p className={styles.facts}>
            <span>{profile.email}</span>
            <span>Joined on {formatDay(profile.createdAt)}</span>
          </p>
        </div>
        <LinkButton to={paths.dashboard}>Back to the dashboard</LinkButton>
      </header>
      <NameForm profile={profile} />
      <div className={styles.settings}>
        <Setting
          title="Password"
          text="We mail you a link to choose a new one, or a first one if you sign in with Google. Using it signs you out everywhere else."
        >
          <PasswordLink email={profile.email} />
        </Setting>
        <Setting
          title="Your data"
          text={
            <>
              Everything we store about you in one file (JSON). The{" "}
              <Link to={paths.privacyPolicy}>privacy policy</Link> says why we
              store it.
            </>
          }
        >
          <DownloadData />
        </Setting>
        <Setting
          title="Delete account"
          text="Your profile, your ways to sign in and your place in the team are gone for good."
        >
          <DeleteAccount profile={profile} team={team} />
        </Setting>
      </div>
    </>
  );
}
