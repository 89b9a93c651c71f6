import { registerSchema } from "../../../convex/shared/schemas";
import { sessionActions } from "../../lib/session/session-store";
import { rememberSession } from "../../lib/session/token-storage";
import { useForm } from "../../lib/use-form";
import { notify } from "../../ui/notify";

/** Creates the account; the guard above moves on to the dashboard once the deployment has confirmed it. */
export function useRegisterForm() {
  return useForm({
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
      await signIn("password", { flow: "signUp", name, email, password });
      notify.success("Account created successfully!");
    },
  });
}
