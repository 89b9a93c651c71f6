import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { paths } from "../../paths";

type ResetLink = { token: string | undefined; email: string };

/**
 * What the link of the mail carries. It moves from the address into the history entry at once: there it survives a
 * reload, but cannot be read over a shoulder, copied with the address or sent to other sites.
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
    void navigate(paths.resetPassword, { replace: true, state: hidden });
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
