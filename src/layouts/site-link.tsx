import { Link, useLocation } from "react-router-dom";
import { paths } from "../paths";

/**
 * `when`: the states of the registration in which the link is shown; all by default. With `gallery`, only while that is
 * published.
 */
export type NavigationLink = { to: string; label: string; when?: string };

/** A navigation link that marks the current page; `/` and `/home` are one page. */
export function SiteLink({
  to,
  label,
  className,
  onClick,
}: {
  to: string;
  label: string;
  className?: string | undefined;
  onClick?: () => void;
}) {
  const { pathname } = useLocation();
  const here = pathname === paths.home ? paths.landing : pathname;
  return (
    <Link
      to={to}
      aria-current={to === here ? "page" : undefined}
      {...{ className, onClick }}
    >
      {label}
    </Link>
  );
}
