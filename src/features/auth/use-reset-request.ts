import { useState } from "react";
import { api } from "#convex/_generated/api";
import { check } from "#convex/platform/shared/input";
import type { AppErrorData } from "#convex/platform/shared/errors";
import { requestResetSchema } from "#convex/signIn/shared";
import { isBlank } from "#convex/platform/shared/text";
import { withBotCheck } from "../../lib/bot-check/with-bot-check";
import { notify } from "../../lib/notify";
import { actOnce } from "../../lib/connection/send-once";
import type { useRefusals } from "../../lib/forms/use-refusals";

const noAddress: AppErrorData = {
  code: "required",
  message: "Please enter your email address first.",
  field: "email",
};

/** Requests a mail with a reset link; refusals are shown in `form`. */
export function useResetRequest(
  form: Pick<ReturnType<typeof useRefusals>, "refuse" | "fail" | "clear">,
) {
  const [stage, setStage] = useState<"idle" | "sending" | "checking">("idle");

  async function request(typed: string) {
    if (stage !== "idle") return;
    notify.endErrors();
    const checked = check(requestResetSchema, { email: typed });
    if (!checked.ok) {
      return form.refuse(isBlank(typed) ? [noAddress] : checked.refusals);
    }
    form.clear();
    setStage("sending");
    try {
      await withBotCheck(
        (proof) => sendLink({ ...checked.value, ...proof }),
        (isChecking) => setStage(isChecking ? "checking" : "sending"),
      );
      notify.success("Password reset email sent. Check your inbox.");
    } catch (error) {
      form.fail(error, "Failed to send password reset email.");
    } finally {
      setStage("idle");
    }
  }

  return { request, stage };
}

/** Not by Convex Auth's `signIn`: the answer has no tokens, which it would take for a sign-out. */
async function sendLink(params: object): Promise<void> {
  await actOnce(api.auth.signIn, {
    provider: "password",
    params: { flow: "reset", ...params },
  });
}
