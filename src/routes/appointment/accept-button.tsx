import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "#convex/_generated/api";
import { notify } from "../../lib/notify";
import type { ReturnState } from "../../lib/return-address";
import { useAction } from "../../lib/forms/use-action";
import { paths } from "../../paths";
import { Button } from "../../ui/button";
import { FormNotice } from "../../ui/form-notice";
import { homeOf, welcome } from "./words";

/** Accepts for an account that exists. What prevents it stays in sight: it has to be done elsewhere first. */
export function AcceptButton({
  token,
  isSignedIn,
}: {
  token: string;
  isSignedIn: boolean;
}) {
  const navigate = useNavigate();
  const [notice, setNotice] = useState<string>();
  const { run, isPending } = useAction("Failed to accept", setNotice);
  return (
    <>
      <FormNotice>{notice}</FormNotice>
      <Button
        tone="signal"
        size="large"
        isWide
        isPending={isPending}
        onClick={() =>
          void run(async () => {
            setNotice(undefined);
            const role = await accept(token);
            const home = homeOf(role);
            const state: ReturnState = { from: home };
            notify.success(welcome(role));
            if (isSignedIn) await navigate(home, { replace: true });
            else await navigate(paths.login, { replace: true, state });
          })
        }
      >
        ACCEPT
      </Button>
    </>
  );
}

async function accept(token: string) {
  const { convex } = await import("../../lib/connection/convex-client");
  const { role } = await convex.mutation(api.account.acceptInvitation, {
    token,
  });
  if (role === "participant") throw new Error("an invitation gave no role");
  return role;
}
