import { Link, useLocation } from "react-router-dom";
import { paths } from "../paths";

/** A link of the navigation; it knows when it leads to where one is, and that the landing page has two addresses. */
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
