import type { ReactNode } from "react";
import type { Block, ReadingPage } from "../../content/schemas";
import { classNames } from "../../ui/class-names";
import { Container } from "../../ui/layout";
import { RichText } from "../../ui/rich-text";
import { Contents } from "./contents";
import styles from "./reading.module.css";

/** A page to be read from top to bottom: what it is, where things are, and the words at a measure that is easy on the eye. */
export function Reading({
  page,
  about,
  children,
}: {
  page: ReadingPage;
  /** One line about the page itself, such as its date. */
  about?: ReactNode;
  /** Where to go on, under the words. */
  children: ReactNode;
}) {
  return (
    <Container>
      <div className={styles.page}>
        <header className={styles.header}>
          <h1>{page.title}</h1>
          <p className={styles.summary}>{page.summary}</p>
          {about !== undefined && <p className={styles.about}>{about}</p>}
        </header>
        <Contents sections={page.sections} />
        <div className={styles.sections}>
          {page.sections.map(({ id, title, blocks }) => (
            <section key={id} className={styles.section} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              {blocks.map((block, position) => (
                <ReadingBlock key={position} block={block} />
              ))}
            </section>
          ))}
          {children}
        </div>
      </div>
    </Container>
  );
}

function ReadingBlock({ block }: { block: Block }) {
  if (block.kind === "paragraph") {
    return (
      <p>
        <RichText text={block.text} />
      </p>
    );
  }
  const List = block.kind === "steps" ? "ol" : "ul";
  return (
    <List className={classNames(styles.list, styles[block.kind])}>
      {block.items.map((text, position) => (
        <li key={position}>
          <RichText text={text} />
        </li>
      ))}
    </List>
  );
}
