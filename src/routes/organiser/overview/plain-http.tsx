import { WarningIcon } from "../../../ui/tool-icons";

/** Says what browsers leave out where the area is opened over plain HTTP from another machine, and how to mend it. */
export function PlainHttp() {
  if (isSecureContext) return null;
  return (
    <section className="stack gap-3" aria-label="Plain HTTP">
      <p className="org-verdict flex gap-2 hot-text strong">
        <WarningIcon />
        This address has no TLS: parts of the site are off
      </p>
      <p className="measure">
        Over plain HTTP browsers refuse the camera at the desk, pages without a
        connection, messages to phones, and screens that stay awake. People’s
        phones miss the same. Put a proxy with TLS in front of the server, as in{" "}
        <code>.deploy/Caddyfile</code>, and give people the address that begins
        with https.
      </p>
    </section>
  );
}
