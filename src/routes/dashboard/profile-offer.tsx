import { useState } from "react";
import type { Profile } from "#convex/shared/people";
import { readStored, writeStored } from "../../lib/stored";
import { paths } from "../../paths";
import { Button, LinkButton } from "../../ui/button";
import { Panel } from "../../ui/panel";
import styles from "./profile-offer.module.css";

const KEY = "profileOffered";

/** Offers to complete the profile, until the person has answered once in this browser. */
export function ProfileOffer({ profile }: { profile: Profile }) {
  const [wasAnswered, setWasAnswered] = useState(
    () => readStored(KEY) === profile._id,
  );
  if (wasAnswered || hasTold(profile)) return null;

  function answer() {
    writeStored(KEY, profile._id);
    setWasAnswered(true);
  }

  return (
    <Panel aria-label="Your profile">
      <div
        className={`row gap-3 gap-x-5 items-center justify-between ${styles.offer}`}
      >
        <p>
          Add your college and skills to your profile. It is optional and takes
          a minute.
        </p>
        <div className="row gap-3 gap-x-5 items-center justify-between">
          <LinkButton to={paths.account} onClick={answer}>
            Fill in your profile
          </LinkButton>
          <Button tone="quiet" onClick={answer}>
            Not now
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function hasTold({ college, graduationYear, skills, about }: Profile): boolean {
  return (
    college !== "" ||
    graduationYear !== null ||
    skills.length > 0 ||
    about !== ""
  );
}
