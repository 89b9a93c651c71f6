import { refusals } from "#convex/platform/shared/errors";
import { AuthScreen } from "../../features/auth/auth-screen";
import { useMailLink } from "../../features/auth/use-mail-link";
import { PagePending } from "../../layouts/page-pending";
import { useFocusOnChange } from "../../lib/focus/use-focus-on-change";
import { useHydrated } from "../../lib/use-hydrated";
import { NewLinkForm } from "./new-link-form";
import { NewPasswordForm } from "./new-password-form";
import { useRefusedLink } from "./use-refused-link";

/** The target of a reset mail's link: a form for a new password, or for a new link. */
export function Component() {
  const isHydrated = useHydrated();
  const { token, email } = useMailLink();
  const { refusal, refuse } = useRefusedLink(token);
  const needsLink = token === undefined || refusal !== undefined;
  const view = needsLink ? "link" : "password";
  const content = useFocusOnChange(isHydrated ? view : "");
  // Prerendered HTML knows of no link.
  if (!isHydrated) return <PagePending />;
  return (
    <div ref={content} tabIndex={-1}>
      {needsLink ? (
        <AuthScreen
          title="New link"
          lead={refusal ?? refusals.reset_link_invalid()}
        >
          <NewLinkForm email={email} />
        </AuthScreen>
      ) : (
        <AuthScreen
          title="Reset password"
          lead="It replaces the old one and signs you out everywhere else."
        >
          <NewPasswordForm token={token} email={email} onRefusedLink={refuse} />
        </AuthScreen>
      )}
    </div>
  );
}
