import { useState } from "react";
import { registerSchema } from "../../../convex/shared/schemas";
import { withBotCheck } from "../../lib/bot-check/with-bot-check";
import { sessionActions } from "../../lib/session/session-store";
import { rememberSession } from "../../lib/session/token-storage";
import { useForm } from "../../lib/use-form";
import { notify } from "../../ui/notify";

/** Creates the account; the guard above moves on to the dashboard once the deployment has confirmed it. */
export function useRegisterForm() {
  const [isChecking, setIsChecking] = useState(false);
  const form = useForm({
    schema: registerSchema,
    failure: "Failed to create account.",
    fieldOf: {
      email_in_use: "email",
      invalid_email: "email",
      weak_password: "password",
    },
    onSubmit: async ({ name, email, password }) => {
      rememberSession(true);
      const { signIn } = await sessionActions();
      const account = { flow: "signUp", name, email, password };
      await withBotCheck(
        (proof) => signIn("password", { ...account, ...proof }),
        setIsChecking,
      );
      notify.success("Account created successfully!");
    },
  });
  return { ...form, isChecking };
}
