import { about } from "../../content/about";
import { aboutQuestions } from "../../content/faq";
import { aboutStats } from "../../content/stats";
import { QuestionList } from "../../features/faq/question-list";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { CallBand } from "../../ui/call-band";
import styles from "./about.module.css";
import { Phases } from "./phases";
import { AboutLogo, GroupPicture } from "./pictures";

const { whatItIs } = about;

export function Component() {
  return (
    <>
      <div className="container">
        <header className={`stack gap-5 gap-x items-end ${styles.opening}`}>
          <h1 className="display-l">{about.title}</h1>
          <div className={`stack gap-3 soft measure ${styles.introduction}`}>
            <InTense now={about.introduction} over={about.was} />
          </div>
        </header>
        <GroupPicture />
        <section
          className={`grid gap-5 gap-x ${styles.what}`}
          aria-labelledby="what-it-is"
        >
          <div className="stack gap-5 content-start">
            <h2 id="what-it-is" className="display-m">
              <span data-when="shown hidden closed live">{whatItIs.title}</span>
              <span data-when="over">{whatItIs.was.title}</span>
            </h2>
            <AboutLogo />
          </div>
          <div className={`stack gap-4 content-start text-l ${styles.words}`}>
            <InTense now={whatItIs.paragraphs} over={whatItIs.was.paragraphs} />
          </div>
        </section>
      </div>
      <Scoreboard />
      <div className="container">
        <Phases />
        <section
          className={`grid gap-6 gap-x items-start ${styles.questions}`}
          aria-labelledby="questions"
        >
          <h2 id="questions" className="display-m">
            {about.questions.title}
          </h2>
          <div className={styles.answers}>
            <QuestionList questions={aboutQuestions} />
          </div>
          <div>
            <LinkButton to={paths.faq}>All questions</LinkButton>
          </div>
        </section>
        <CallBand call={about.callToAction} />
      </div>
    </>
  );
}

/** Paragraphs, and those in their place when the event is over. */
function InTense({
  now,
  over,
}: {
  now: readonly string[];
  over: readonly string[];
}) {
  return (
    <>
      {now.map((paragraph) => (
        <p key={paragraph} data-when="shown hidden closed live">
          {paragraph}
        </p>
      ))}
      {over.map((paragraph) => (
        <p key={paragraph} data-when="over">
          {paragraph}
        </p>
      ))}
    </>
  );
}

function Scoreboard() {
  return (
    <section className={styles.board} aria-label="In numbers">
      <div className="container">
        <dl className={`grid halves ${styles.stats}`}>
          {aboutStats.map(({ id, value, label }) => (
            <div
              key={id}
              className={`grid gap-2 content-start ${styles.stat}`}
              data-long={value > 999}
            >
              <dt>{label}</dt>
              <dd>{value.toLocaleString("en-IN")}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
