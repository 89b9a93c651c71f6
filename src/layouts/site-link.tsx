import { Link, useLocation } from "react-router-dom";
import { paths } from "../paths";

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
