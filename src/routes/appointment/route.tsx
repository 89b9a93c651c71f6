import { useEffect, useState } from "react";
import { api } from "#convex/_generated/api";
import { isAppError, refusals } from "#convex/platform/shared/errors";
import type { ShownInvitation } from "#convex/roles/shared";
import { AuthScreen } from "../../features/auth/auth-screen";
import { useMailLink } from "../../features/auth/use-mail-link";
import { PagePending } from "../../layouts/page-pending";
import { endSession, useSession } from "../../lib/session/session-store";
import { useAction } from "../../lib/forms/use-action";
import { useFocusOnChange } from "../../lib/focus/use-focus-on-change";
import { useHydrated } from "../../lib/use-hydrated";
import { paths } from "../../paths";
import { Button, LinkButton } from "../../ui/button";
import { AcceptButton } from "./accept-button";
import { NewAccountForm } from "./new-account-form";
import { asRole } from "./words";

/** The target of the mail that invites somebody to a role: one press, or the account that is missing. */
export function Component() {
  const isHydrated = useHydrated();
  const { token } = useMailLink();
  const opened = useInvitation(token);
  const content = useFocusOnChange(isHydrated ? opened.status : "");
  // Prerendered HTML knows of no link.
  if (!isHydrated || opened.status === "pending") return <PagePending />;
  return (
    <div ref={content} tabIndex={-1}>
      {token === undefined || opened.status === "refused" ? (
        <Refused sentence={opened.sentence ?? refusals.invitation_invalid()} />
      ) : (
        <Opened token={token} invitation={opened.invitation} />
      )}
    </div>
  );
}

function Opened({
  token,
  invitation,
}: {
  token: string;
  invitation: ShownInvitation;
}) {
  const { email, role, account, viewer } = invitation;
  const { run, isPending } = useAction("Failed to log out");
  const title = `You are invited as ${asRole(role)}`;
  if (viewer !== null && viewer !== email)
    return (
      <AuthScreen
        title={title}
        lead={`You are logged in as ${viewer}, and this invitation is for ${email}. Log out to accept it.`}
      >
        <Button
          tone="signal"
          size="large"
          isWide
          isPending={isPending}
          onClick={() => void run(endSession)}
        >
          LOG OUT
        </Button>
        <LinkButton to={paths.dashboard} size="large" isWide>
          Stay logged in
        </LinkButton>
      </AuthScreen>
    );
  if (account === "proven" || (viewer === email && account !== "stand-in"))
    return (
      <AuthScreen
        title={title}
        lead={`Your account ${email} gets the role when you accept.`}
      >
        <AcceptButton token={token} isSignedIn={viewer !== null} />
      </AuthScreen>
    );
  return (
    <AuthScreen
      title={title}
      lead={
        account === "none"
          ? `Choose a name and a password: they make your account for ${email}.`
          : `There is an account for ${email} that nobody has confirmed. Choose a name and a new password for it; it is signed out everywhere else.`
      }
    >
      <NewAccountForm token={token} invitation={invitation} />
    </AuthScreen>
  );
}

function Refused({ sentence }: { sentence: string }) {
  return (
    <AuthScreen title="Your invitation" lead={sentence}>
      <LinkButton to={paths.login} tone="signal" size="large" isWide>
        Log in
      </LinkButton>
      <LinkButton to={paths.contact} size="large" isWide>
        Write to the organisers
      </LinkButton>
    </AuthScreen>
  );
}

type OpenedLink =
  | { status: "pending"; sentence?: undefined }
  | { status: "refused"; sentence: string | undefined }
  | { status: "open"; sentence?: undefined; invitation: ShownInvitation };

/** Asks what the link is about once it is known who is signed in, and again when that changes. */
function useInvitation(token: string | undefined): OpenedLink {
  const { status } = useSession();
  const [answer, setAnswer] = useState<{ of: string; opened: OpenedLink }>();
  const of = `${token} ${status}`;
  useEffect(() => {
    if (token === undefined || status === "unknown") return;
    let isCurrent = true;
    void ask(token).then((opened) => {
      if (isCurrent) setAnswer({ of, opened });
    });
    return () => {
      isCurrent = false;
    };
  }, [token, status, of]);
  if (token === undefined) return { status: "refused", sentence: undefined };
  return answer?.of === of ? answer.opened : { status: "pending" };
}

async function ask(token: string): Promise<OpenedLink> {
  try {
    const { convex } = await import("../../lib/connection/convex-client");
    const invitation = await convex.query(api.account.invitation, { token });
    return { status: "open", invitation };
  } catch (error) {
    const sentence = isAppError(error)
      ? error.data.message
      : "The invitation could not be opened. Open the link of the mail again.";
    return { status: "refused", sentence };
  }
}
