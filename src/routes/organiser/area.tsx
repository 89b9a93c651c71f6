import type { ReactNode } from "react";
import { useParams } from "react-router-dom";
import { notFoundPage } from "../../content/pages";
import { NotFoundScreen } from "../../features/not-found/not-found-screen";
import { usePageWords } from "../../layouts/page-words";
import { Container } from "../../ui/layout";
import styles from "./organiser.css?url";
import { findSection, type SectionSegment } from "./sections";
import { SubNavigation } from "./sub-navigation";

const screens: Partial<Record<SectionSegment, () => ReactNode>> = {};

/** The organisers' pages within their frame. */
export function Area() {
  const { "*": rest = "" } = useParams();
  const section = findSection(rest);
  if (section === undefined) return <NothingHere />;
  const Screen = screens[section.segment] ?? (() => null);
  return (
    <Container>
      {/* Linked: the styles of modules are part of the one sheet that every visitor loads. */}
      <link rel="stylesheet" href={styles} precedence="medium" />
      <div className="organiser">
        <SubNavigation current={section.segment} />
        <div className="organiser-section">
          <Screen key={section.segment} />
        </div>
      </div>
    </Container>
  );
}

function NothingHere() {
  usePageWords(notFoundPage);
  return <NotFoundScreen />;
}
