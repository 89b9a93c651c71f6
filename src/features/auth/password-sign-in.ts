import { isAppError, type ErrorCode } from "#convex/platform/shared/errors";
import { withBotCheck } from "../../lib/bot-check/with-bot-check";
import { isCut } from "../../lib/connection/host";
import { sessionActions } from "../../lib/session/session-store";

/** How a flow that works once is refused if it has worked already. */
const doneBefore: Partial<Record<string, ErrorCode>> = {
  signUp: "email_in_use",
  resetVerification: "reset_link_used",
  acceptInvitation: "invitation_used",
};

/**
 * Signs in by a flow of the password provider. If the line is cut while it is on its way, it is tried again; and if the
 * deployment has done it by then, the password that was typed signs in.
 * @throws the refusal of the flow
 */
export async function signInByPassword(
  params: Record<"flow" | "email" | "password", string> & {
    name?: string;
    token?: string;
  },
  onChecking?: (isChecking: boolean) => void,
): Promise<void> {
  const { signIn } = await sessionActions();
  let wasCut = false;
  const call = async (how: typeof params) =>
    withBotCheck(
      (proof) =>
        signIn("password", { ...how, ...proof }).catch((error) => {
          wasCut ||= isCut(error);
          throw error;
        }),
      onChecking,
    );
  try {
    await call(params);
  } catch (refused) {
    const { flow, email, password } = params;
    const isDone =
      isAppError(refused) && refused.data.code === doneBefore[flow];
    if (!wasCut || !isDone) throw refused;
    await call({ flow: "signIn", email, password }).catch((error) => {
      // It was somebody else who did it.
      throw isAppError(error) ? refused : error;
    });
  }
}
