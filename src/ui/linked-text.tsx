import { Fragment } from "react";
import { findLinks } from "../lib/find-links";
import { AnyLink } from "./any-link";

/** Plain text in which https addresses are links. */
export function LinkedText({ children }: { children: string }) {
  return findLinks(children).map(({ text, href }, position) =>
    href === undefined ? (
      <Fragment key={position}>{text}</Fragment>
    ) : (
      <AnyLink key={position} href={href}>
        {text}
      </AnyLink>
    ),
  );
}
