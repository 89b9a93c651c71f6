import { refusals } from "#convex/platform/shared/errors";
import { INVITE_CODE_LENGTH, isInviteCode } from "#convex/teams/shared/teams";
import { event } from "../../content/event";
import { CodeCells } from "../../features/team/invite-code";
import { formatDateLine } from "../../lib/time/format-date";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { NeedsScript } from "../../ui/needs-script";
import { Ticket } from "./ticket";

/** Takes the place of the code, so that it moves nothing when it is known. */
const UNKNOWN = "\u00a0".repeat(INVITE_CODE_LENGTH);

/**
 * The ticket for visitors without a session, without the team, which only signed-in people may see. `code` is undefined
 * before hydration.
 */
export function GuestTicket({ code }: { code: string | undefined }) {
  if (code && !isInviteCode(code)) return <NoCode code={code} />;
  return (
    <Ticket
      title="You are invited"
      lead={`A team at ${event.edition} wants you on its roster. Create an account or log in: you will see the team, and then you decide.`}
      stub={
        <>
          {code !== "" && <CodeCells code={code ?? UNKNOWN} />}
          <LinkButton to={paths.register} tone="signal" size="large" isWide>
            Register
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
      <p className="soft measure">
        Opening the link does not join the team. Your invitation stays in this
        browser for a week.
      </p>
    </Ticket>
  );
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
