import { contact } from "../../content/contact";
import { contactQuestions } from "../../content/faq";
import { links } from "#edition/links";
import { QuestionList } from "../../features/faq/question-list";
import { paths } from "../../paths";
import { ExternalLinkButton, LinkButton } from "../../ui/button";
import { CallBand } from "../../ui/call-band";
import { ContactDetails } from "./contact-details";
import styles from "./contact.module.css";
import { MessageForm } from "./message-form";
import { VenueMap } from "./venue-map";

export function Component() {
  return (
    <div className="container">
      <header className={`stack gap-4 gap-x items-end ${styles.opening}`}>
        <h1>{contact.heading}</h1>
        <p className="soft measure text-l">{contact.introduction}</p>
      </header>
      <div className={`stack gap-7 gap-x-8 ${styles.desk}`}>
        <MessageForm />
        <ContactDetails />
      </div>
      <VenueMap />
      <section
        className={`grid gap-6 gap-x items-start ${styles.questions}`}
        aria-labelledby="questions"
      >
        <h2 id="questions" className="display-m">
          Often asked
        </h2>
        <div className={styles.answers}>
          <QuestionList questions={contactQuestions} />
        </div>
        <div>
          <LinkButton to={paths.faq}>All questions</LinkButton>
        </div>
      </section>
      <CallBand
        call={contact.callToAction}
        second={
          <ExternalLinkButton href={links.discord} size="large">
            JOIN OUR DISCORD
          </ExternalLinkButton>
        }
      />
    </div>
  );
}
