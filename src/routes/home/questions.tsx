import { landing } from "../../content/landing";
import { landingQuestions } from "../../content/faq";
import { QuestionList } from "../../features/faq/question-list";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { Container } from "../../ui/layout";
import { Reveal } from "../../ui/reveal";
import styles from "./questions.module.css";

export function Questions() {
  return (
    <Reveal className={styles.questions} aria-labelledby="questions">
      <Container>
        <div className={`stack gap-6 ${styles.inner}`}>
          <div
            className={`stack gap-5 content-start justify-items-start ${styles.heading}`}
            data-enter
          >
            <h2 id="questions" className="display-m">
              {landing.questions.title}
            </h2>
            <LinkButton to={paths.contact}>CONTACT US</LinkButton>
          </div>
          <div data-enter="2">
            <QuestionList questions={landingQuestions} />
          </div>
        </div>
      </Container>
    </Reveal>
  );
}
