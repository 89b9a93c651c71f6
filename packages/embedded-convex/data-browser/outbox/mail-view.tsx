import { useEffect, useRef } from "react";
import type { OutboxMail } from "../../src/admin/admin-api";
import { Moment } from "../time/moment";
import { Notice } from "../ui/notice";
import styles from "./outbox.module.css";
import { useMail } from "./use-outbox";

/** One mail: its HTML as it looks, in a frame without scripts, and its text. */
export function MailView({ id }: { id: string }) {
  const { mail, error } = useMail(id);
  if (error !== undefined) return <Notice tone="hot">{error}</Notice>;
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
      <h2 id="subject" ref={heading} tabIndex={-1} className={styles.heading}>
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
