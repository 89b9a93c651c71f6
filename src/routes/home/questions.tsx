import { landing } from "../../content/landing";
import { landingQuestions } from "../../content/faq";
import { QuestionList } from "../../features/faq/question-list";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { Reveal } from "../../ui/reveal";
import styles from "./questions.module.css";

export function Questions() {
  return (
    <Reveal className="section-padding line-above" aria-labelledby="questions">
      <div className="container">
        <div className={`stack gap-5 ${styles.inner}`}>
          <h2
            id="questions"
            className={`display-m ${styles.heading}`}
            data-enter
          >
            {landing.questions.title}
          </h2>
          <div className="stack gap-5" data-enter="2">
            <QuestionList questions={landingQuestions} />
            <p className="row gap-3">
              <LinkButton to={paths.faq}>ALL QUESTIONS</LinkButton>
              <LinkButton to={paths.contact}>CONTACT US</LinkButton>
            </p>
          </div>
        </div>
      </div>
    </Reveal>
  );
}
