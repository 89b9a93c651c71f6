import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { Block, LegalPage, ReadingPage } from "../../content/schemas";
import { classNames } from "../../ui/class-names";
import { RichText } from "../../ui/rich-text";
import styles from "./reading.module.css";
import type { Elements } from "../../ui/elements";

/** A page of text: title, table of contents and sections. */
export function Reading({
  page,
  about,
  children,
}: {
  page: ReadingPage & Pick<LegalPage, "language">;
  /** A line about the page, such as its date. */
  about?: ReactNode;
  /** Shown below the text, such as links to related pages. */
  children?: Elements;
}) {
  return (
    <div className="container">
      <div
        className={`stack gap-6 gap-x items-start opening-padding ${styles.page}`}
        lang={page.language}
      >
        <header className={`stack gap-4 line-below ${styles.header}`}>
          <h1 className="display-l">{page.title}</h1>
          <p className={`measure soft text-l ${styles.summary}`}>
            {page.summary}
          </p>
          {about !== undefined && <p className="quiet text-s">{about}</p>}
        </header>
        <Contents
          title={page.language === "hi" ? "इस पृष्ठ पर" : "On this page"}
          sections={page.sections}
        />
        <div className={`stack gap-7 measure min-w-0 ${styles.sections}`}>
          {page.sections.map(({ id, title, blocks }) => (
            <section
              key={id}
              className={`stack gap-4 soft ${styles.section}`}
              aria-labelledby={id}
            >
              <h2 id={id}>{title}</h2>
              {blocks.map((block, position) => (
                <ReadingBlock key={position} block={block} />
              ))}
            </section>
          ))}
          {children}
        </div>
      </div>
    </div>
  );
}

function ReadingBlock({ block }: { block: Block }) {
  if (typeof block === "string" || !("kind" in block)) {
    return (
      <p>
        <RichText text={block} />
      </p>
    );
  }
  const List = block.kind === "steps" ? "ol" : "ul";
  return (
    <List
      className={classNames("stack gap-3", styles.list, styles[block.kind])}
    >
      {block.items.map((text, position) => (
        <li key={position}>
          <RichText text={text} />
        </li>
      ))}
    </List>
  );
}

function Contents({
  title,
  sections,
}: {
  title: string;
  sections: readonly { id: string; title: string }[];
}) {
  return (
    <nav
      className={`stack gap-3 content-start screen-only ${styles.contents}`}
      aria-labelledby="contents"
    >
      <h2 id="contents" className="display-2xs quiet">
        {title}
      </h2>
      <ol className={styles.links}>
        {sections.map((section) => (
          <li key={section.id}>
            <Link
              to={{ hash: section.id }}
              className="flex items-center tight text-s"
            >
              {section.title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
