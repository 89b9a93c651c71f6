import { useEffect, useState } from "react";
import { refusals } from "#convex/platform/shared/errors";
import {
  INVITE_CODE_LENGTH,
  isInviteCode,
} from "#convex/teams/shared/inviteCodes";
import type { WindowState } from "#convex/settings/shared";
import { event } from "../../content/event";
import { guests } from "../../content/guests";
import { accountsOffered } from "../../content/visitors";
import { CodeCells } from "../../features/team/invite-code";
import { never } from "../../lib/connection/load-part";
import { formatDateLine } from "../../lib/time/format-date";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { NeedsScript } from "../../ui/needs-script";
import { Ticket } from "./ticket";

/** Takes the place of the code, so that it moves nothing when it is known. */
const UNKNOWN = "\u00a0".repeat(INVITE_CODE_LENGTH);

/**
 * The ticket for visitors without a session, without the team, which only signed-in people may see. Whether they can
 * join is said before they make an account. `code` is undefined before hydration.
 */
export function GuestTicket({ code }: { code: string | undefined }) {
  const when = useWhen();
  if (code && !isInviteCode(code)) return <NoCode code={code} />;
  const look = { tone: "signal", size: "large", isWide: true } as const;
  return (
    <Ticket
      title="You are invited"
      lead={
        <>
          <span data-when={when.open}>{guests.shown.invited}</span>
          <span data-when={when.locked}>{guests.live.invited}</span>
          <span data-when="over">{guests.over.invited}</span>
        </>
      }
      stub={
        <>
          {code !== "" && <CodeCells code={code ?? UNKNOWN} />}
          <LinkButton {...look} to={paths.register} data-when={when.open}>
            Register
          </LinkButton>
          <LinkButton {...look} to={paths.contact} data-when={when.locked}>
            Write to the organisers
          </LinkButton>
          <LinkButton {...look} to={paths.projects} data-when="over">
            See the projects
          </LinkButton>
          <LinkButton to={paths.login} size="large" isWide>
            Login
          </LinkButton>
          <NeedsScript>Joining a team</NeedsScript>
        </>
      }
    >
      <p className="soft measure">
        {event.format} · {formatDateLine(event.firstDay, event.lastDay)} ·{" "}
        {event.city}
      </p>
      <p className="soft measure" data-when={when.open}>
        Opening the link does not join the team. Your invitation stays in this
        browser for a week.
      </p>
    </Ticket>
  );
}

/** The states in which teams can be joined, and in which they cannot: by the phase until the deployment has answered. */
function useWhen() {
  const [areLocked, setAreLocked] = useState<boolean>();
  useEffect(() => {
    void askTeamChanges().then((now) => {
      if (now) setAreLocked(now.state !== "open");
    });
  }, []);
  if (areLocked === undefined) return { open: accountsOffered, locked: "live" };
  const before = `${accountsOffered} live`;
  return areLocked
    ? { open: "", locked: before }
    : { open: before, locked: "" };
}

async function askTeamChanges() {
  const { askForAll } =
    await import("../../lib/connection/first-answers").catch(never);
  return askForAll<WindowState>("settings:teamChanges", { at: Date.now() });
}

/** A malformed code. */
export function NoCode({ code }: { code: string }) {
  return (
    <Ticket
      title={code === "" ? "Your invite code" : refusals.invalid_invite_code()}
      lead={
        code === ""
          ? "An invite link ends with a code of six capital letters and digits. You can also enter the code by hand."
          : "A code is six capital letters and digits. Ask your teammate to send the link again."
      }
      stub={
        <LinkButton to={paths.team} tone="signal" size="large" isWide>
          Enter a code
        </LinkButton>
      }
    />
  );
}
