import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { paths } from "../../paths";

type ResetLink = { token: string | undefined; email: string };

/**
 * The token and address in the mail's link. They move from the URL into the history state at once: there they survive a
 * reload, but cannot be read over a shoulder, copied with the URL or sent in a Referer header.
 */
export function useResetLink(): ResetLink {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const inAddress = Object.fromEntries(new URLSearchParams(search));
  const isInAddress = "token" in inAddress;
  const link = linkIn(isInAddress ? inAddress : state);
  const { token, email } = link;
  useEffect(() => {
    if (!isInAddress) return;
    const hidden = { token, email };
    void navigate(paths.resetPassword, {
      replace: true,
      state: hidden,
      preventScrollReset: true,
    });
  }, [isInAddress, token, email, navigate]);
  return link;
}

function linkIn(carrier: unknown): ResetLink {
  const { token, email }: { token?: unknown; email?: unknown } =
    typeof carrier === "object" && carrier !== null ? carrier : {};
  return {
    token: typeof token === "string" ? token : undefined,
    email: typeof email === "string" ? email : "",
  };
}
