/** The mail that every member gets when their team's project was handed in. */
import { indianTime } from "../../shared/indianTime";
import type { Mail } from "../platform/mail";
import { mailPage } from "../platform/mail";

export type ReceiptFacts = {
  to: string;
  /**
   * The project's name; null if the address is not proven, because our mail must not
   * carry somebody's text to a stranger.
   */
  projectName: string | null;
  receipt: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** URLs. */
  site: string;
  link: string;
};

const AGAIN =
  "Until submissions close, the project can be changed and handed in again; the last hand-in counts.";
const KEEP = "Keep this mail: the number is the receipt.";

/** Composes the mail. Its HTML and its plain text say the same. */
export function receiptMail(facts: ReceiptFacts): Mail {
  const { to, projectName, receipt, at, site, link } = facts;
  const what = projectName === null ? "Your team's project" : projectName;
  const reason = `${what} was handed in on ${indianTime(at)}. Receipt ${shownReceipt(receipt)}.`;
  const subject = `Handed in: receipt ${shownReceipt(receipt)}`;
  return {
    to,
    subject,
    html: mailPage({
      title: subject,
      paragraphs: ["Hello,", reason],
      button: { words: "Open the project", link },
      notes: [AGAIN, KEEP],
      site,
    }),
    text: [
      "Hello,",
      reason,
      `Open the project:\n${link}`,
      AGAIN,
      KEEP,
      `HackArena 2025\n${site}`,
    ].join("\n\n"),
  };
}

/** "1234 5678", as it is read aloud. */
function shownReceipt(receipt: number): string {
  return String(receipt).replace(/(\d{4})(?=\d)/gu, "$1 ");
}
