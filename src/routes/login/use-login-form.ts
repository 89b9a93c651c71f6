import { sessionActions } from "../../lib/session/session-store";
import { rememberSession } from "../../lib/session/token-storage";
import { useForm } from "../../lib/use-form";
import { notify } from "../../ui/notify";
import { loginSchema } from "./login-schema";

/** Signs in; the guard above moves on once the deployment has confirmed it. */
export function useLoginForm() {
  return useForm({
    schema: loginSchema,
    failure: "Failed to log in. Please check your credentials.",
    fieldOf: {
      user_not_found: "email",
      no_password: "email",
      wrong_password: "password",
    },
    onSubmit: async ({ email, password, rememberMe }) => {
      rememberSession(rememberMe);
      const { signIn } = await sessionActions();
      await signIn("password", { flow: "signIn", email, password });
      notify.success("Successfully logged in!");
    },
  });
}
