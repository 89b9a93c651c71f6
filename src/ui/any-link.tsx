import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Outward, partOf } from "./outward";

/**
 * A link within the site, a `mailto:` link, or an external link, which announces its new tab. If organisers hide the
 * link to the registration, only its text is left.
 */
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
  const part = partOf(href);
  const outward = isOutward(href) && {
    target: "_blank",
    rel: "noopener",
    "data-part": part,
  };
  return (
    <>
      <a href={href} className={className} {...outward}>
        {outward ? <Outward>{children}</Outward> : children}
      </a>
      {part && <span data-part={`no-${part}`}>{children}</span>}
    </>
  );
}

/** Whether the link leaves the site, and so brings an arrow of its own. */
export function isOutward(href: string): boolean {
  return href.startsWith("https:");
}
