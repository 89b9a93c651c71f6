import { Link, useSearchParams } from "react-router-dom";
import type { OutboxSummary } from "../../src/admin/admin-api";
import { indianTime } from "../time/format-time";
import { classNames } from "../ui/class-names";
import { Notice } from "../ui/notice";
import { Page } from "../ui/page";
import { MailView } from "./mail-view";
import styles from "./outbox.module.css";
import { useOutbox } from "./use-outbox";

const INTERVAL_MS = 1_000;

/** The search parameter that names the opened mail. */
const MAIL_PARAM = "mail";

/** The mails that are kept because no provider sends them, live, newest first. */
export function OutboxPage() {
  const { value: outbox, error } = useOutbox(INTERVAL_MS);
  const [params] = useSearchParams();
  const openedId = params.get(MAIL_PARAM);
  const linkTo = (id: string | null) => {
    const search = new URLSearchParams(params);
    if (id === null) search.delete(MAIL_PARAM);
    else search.set(MAIL_PARAM, id);
    return { search: search.toString() };
  };
  return (
    <Page title="Outbox">
      {error !== null && <Notice tone="hot">{error.message}</Notice>}
      {outbox === undefined && error === null && <p>Asking the backend…</p>}
      {outbox !== undefined && (
        <>
          <p className="quiet">
            {outbox.isOn
              ? "No mail provider is set, so emails are kept here and not delivered."
              : "A mail provider sends the emails of this deployment; new ones are not kept here."}
          </p>
          <div className={styles.columns}>
            <MailList
              mails={outbox.mails}
              openedId={openedId}
              linkTo={linkTo}
            />
            <div className={styles.detail}>
              {openedId === null ? (
                <p className={classNames("quiet", styles.hint)}>
                  Choose an email to read it.
                </p>
              ) : (
                <>
                  <p className={styles.back}>
                    <Link to={linkTo(null)}>All emails</Link>
                  </p>
                  <MailView id={openedId} />
                </>
              )}
            </div>
          </div>
        </>
      )}
    </Page>
  );
}

function MailList({
  mails,
  openedId,
  linkTo,
}: {
  mails: readonly OutboxSummary[];
  openedId: string | null;
  linkTo: (id: string) => { search: string };
}) {
  const list = classNames(styles.list, openedId !== null && styles.behind);
  if (mails.length === 0) {
    return <p className={list}>No email has been sent yet.</p>;
  }
  return (
    <ul className={list} aria-label="Emails, newest first">
      {mails.map(({ id, subject, to, sentAt }) => (
        <li key={id}>
          <Link
            className={styles.link}
            to={linkTo(id)}
            aria-current={id === openedId ? "true" : undefined}
          >
            <span className="strong">{subject}</span>
            <span className="quiet">{to.join(", ")}</span>
            <time className="quiet" dateTime={new Date(sentAt).toISOString()}>
              {indianTime(sentAt)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  );
}
