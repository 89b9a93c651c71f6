import { useState } from "react";
import { Link } from "react-router-dom";
import type { Profile } from "#convex/people/shared/people";
import { readStored, writeStored } from "../../lib/kept/stored";
import { paths } from "../../paths";
import { Button } from "../../ui/button";

const KEY = "profileOffered";

/** Offers to complete the profile, until the person has answered once in this browser. */
export function ProfileOffer({ profile }: { profile: Profile }) {
  const [wasAnswered, setWasAnswered] = useState(
    () => readStored(KEY) === profile._id,
  );
  if (wasAnswered || profile.isProfileComplete) return null;

  function answer() {
    writeStored(KEY, profile._id);
    setWasAnswered(true);
  }

  return (
    <div className="row gap-x-3 items-center justify-between">
      <Link to={`${paths.account}#profile`} onClick={answer}>
        Complete your profile
      </Link>
      <Button tone="quiet" onClick={answer}>
        Not now
      </Button>
    </div>
  );
}
