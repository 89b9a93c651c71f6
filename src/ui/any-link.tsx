import type { ReactNode } from "react";
import { Link } from "react-router-dom";

/** A link within the site, a `mailto:` link, or an external link in a new tab. */
export function AnyLink({
  href,
  className,
  children,
}: {
  href: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  if (href.startsWith("/")) {
    return (
      <Link to={href} className={className}>
        {children}
      </Link>
    );
  }
  const elsewhere = href.startsWith("https:")
    ? { target: "_blank", rel: "noopener" }
    : {};
  return (
    <a href={href} className={className} {...elsewhere}>
      {children}
    </a>
  );
}
