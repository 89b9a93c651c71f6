import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";

type MailLink = { token: string | undefined; email: string };

/**
 * The token in a mail's link, and the address in that of a reset. They move from the URL into the history state at once: there they survive a
 * reload, but cannot be read over a shoulder, copied with the URL or sent in a Referer header.
 */
export function useMailLink(): MailLink {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const inAddress = Object.fromEntries(new URLSearchParams(search));
  const isInAddress = "token" in inAddress;
  const link = linkIn(isInAddress ? inAddress : state);
  const { token, email } = link;
  useEffect(() => {
    if (!isInAddress) return;
    const hidden = { token, email };
    void navigate(pathname, {
      replace: true,
      state: hidden,
      preventScrollReset: true,
    });
  }, [isInAddress, token, email, pathname, navigate]);
  return link;
}

function linkIn(carrier: unknown): MailLink {
  const { token, email }: { token?: unknown; email?: unknown } =
    typeof carrier === "object" && carrier !== null ? carrier : {};
  return {
    token: typeof token === "string" ? token : undefined,
    email: typeof email === "string" ? email : "",
  };
}
