import { Link } from "react-router-dom";
import type { GalleryEntry } from "#convex/gallery/shared";
import type { PictureView } from "#convex/projects/shared/pictures";
import { projectAddress } from "../../paths";
import { Fitted } from "../../ui/fitted";
import { StoredImage } from "../../ui/stored-image";
import { Mark } from "../../ui/logo";
import { wallSources } from "./picture-sources";
import { Plates } from "./plates";
import { Written, written } from "../../ui/written";
import styles from "./projects.module.css";

/** A project on the wall; the whole card is a link. `isFirst`: visible on load. */
export function ProjectCard({
  project,
  isFirst,
}: {
  project: GalleryEntry;
  isFirst: boolean;
}) {
  const { projectId, name, summary, teamName, picture } = project;
  return (
    <article className={`plate plate-link stack content-start ${styles.card}`}>
      <Cover
        picture={picture}
        isFirst={isFirst}
        isLarge={isFirst && project.awards.length > 0}
      />
      <div className={`stack gap-3 content-start ${styles.words}`}>
        <h2>
          <Link to={projectAddress(projectId)} className="covering plain">
            <Fitted>{name}</Fitted>
          </Link>
        </h2>
        {teamName !== null && (
          <p className="quiet">
            <Written>{teamName}</Written>
          </p>
        )}
        <p
          className={`soft own-direction ${styles.summary}`}
          {...written(summary)}
        >
          {summary}
        </p>
        <Plates project={project} />
      </div>
    </article>
  );
}

/** The first picture; without one, the mark on the lattice. */
function Cover({
  picture,
  isFirst,
  isLarge,
}: {
  picture: PictureView | null;
  isFirst: boolean;
  isLarge: boolean;
}) {
  if (picture === null) {
    return (
      <div className={`plate-clip grid ${styles.cover}`}>
        <span className={`lattice ${styles.lattice}`} />
        <Mark className={styles.mark} />
      </div>
    );
  }
  const { width, height, alt } = picture;
  return (
    <div className={`plate-clip grid ${styles.cover}`}>
      <StoredImage
        {...wallSources(picture, isLarge)}
        {...{ width, height }}
        alt={alt}
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : "auto"}
        decoding="async"
      />
    </div>
  );
}
