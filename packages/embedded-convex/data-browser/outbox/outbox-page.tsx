import { Link, useSearchParams } from "react-router-dom";
import { useEffect, useRef } from "react";
import type { OutboxSummary, OutboxMail } from "../../src/admin/admin-api";
import { indianTime } from "../time/format-time";
import { classNames } from "../ui/class-names";
import { Notice } from "../ui/notice";
import { Page } from "../ui/page";
import styles from "./outbox.module.css";
import { useOutbox, useMail } from "./use-outbox";
import { Moment } from "../time/moment";

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
      {error !== null && <Notice>{error.message}</Notice>}
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

/** One mail: its HTML as it looks, in a frame without scripts, and its text. */
function MailView({ id }: { id: string }) {
  const { mail, error } = useMail(id);
  if (error !== undefined) return <Notice>{error}</Notice>;
  if (mail === undefined) return <p>Loading…</p>;
  return <Content key={mail.id} mail={mail} />;
}

function Content({ mail }: { mail: OutboxMail }) {
  const { subject, from, to, sentAt, text, htmlPath } = mail;
  const heading = useRef<HTMLHeadingElement>(null);
  // On phones the mail replaces the list.
  useEffect(() => heading.current?.focus(), []);
  return (
    <article className={styles.detail} aria-labelledby="subject">
      <h2 id="subject" ref={heading} tabIndex={-1}>
        {subject}
      </h2>
      <dl className="facts">
        <dt>From</dt>
        <dd>{from}</dd>
        <dt>To</dt>
        <dd>{to.join(", ")}</dd>
        <dt>Sent</dt>
        <dd>
          <Moment timeMs={sentAt} />
        </dd>
      </dl>
      {htmlPath !== null && (
        <iframe
          className={styles.frame}
          title="The email as its reader sees it"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          src={htmlPath}
        />
      )}
      {text !== null && (
        <section className={styles.detail} aria-labelledby="text">
          <h3 id="text">As text</h3>
          <pre className={styles.text}>
            <TextWithLinks text={text} />
          </pre>
        </section>
      )}
    </article>
  );
}

function TextWithLinks({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/);
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ),
  );
}
