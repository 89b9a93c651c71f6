import { Fragment } from "react";

/** An address, which a narrow column breaks before "@" and "." first. */
export function EmailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`}>
      {email.split(/(?=[@.])/u).map((part, nth) => (
        <Fragment key={nth}>
          {nth > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </a>
  );
}
