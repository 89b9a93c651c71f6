import { ConvexProvider } from "convex/react";
import {
  Suspense,
  useEffect,
  useMemo,
  useState,
  type CSSProperties,
  type ReactNode,
} from "react";
import { Link } from "react-router-dom";
import { api } from "#convex/_generated/api";
import type { GalleryProject } from "#convex/gallery/shared";
import type { PictureView } from "#convex/projects/shared/pictures";
import { isSafeAddress } from "#convex/platform/shared/text";
import { linksOf } from "#convex/projects/shared/links";
import { pages } from "../../content/pages";
import { pastEditions } from "../../content/past-editions";
import { NothingHere } from "../../layouts/not-found";
import { usePageWords } from "../../layouts/page-words";
import { convex } from "../../lib/connection/convex-client";
import { lazyPart } from "../../lib/connection/load-part";
import { shareLink } from "../../lib/share-link";
import { paths, projectAddress } from "../../paths";
import { Button, ExternalLinkButton } from "../../ui/button";
import { StoredImage } from "../../ui/stored-image";
import { Fitted } from "../../ui/fitted";
import { LoadFailure } from "../../ui/load-failure";
import { Skeleton } from "../../ui/skeleton";
import { pageSources } from "./picture-sources";
import { Plates } from "./plates";
import { ShareIcon } from "../../ui/tool-icons";
import { written } from "../../ui/written";
import styles from "./projects.module.css";
import { TakeDown } from "./staff-bar";
import { Unpublished } from "./unpublished";
import { useGallery } from "./use-gallery";
import { OnePending } from "./wall-pending";

// Loaded late, because the picture is seen first.
const Markdown = lazyPart(
  async () => (await import("../../features/markdown/markdown")).Markdown,
);

/** One project, as it was handed in. */
export function Project({ id }: { id: string }) {
  return (
    <ConvexProvider client={convex}>
      <LiveProject id={id} />
    </ConvexProvider>
  );
}

function LiveProject({ id }: { id: string }) {
  const answer = useGallery(api.projects.get, { projectId: id });
  switch (answer.status) {
    case "pending":
      return <OnePending />;
    case "failed":
      return <LoadFailure isPage>Failed to load the project</LoadFailure>;
    case "unpublished":
      return (
        <OfAPastEdition id={id}>
          <Unpublished />
        </OfAPastEdition>
      );
    case "there":
      return answer.data === null ? (
        <OfAPastEdition id={id}>
          <NothingHere />
          <TakeDown id={id} />
        </OfAPastEdition>
      ) : (
        <Shown project={answer.data} />
      );
  }
}

/** Leads to the project's page among the past editions; shows `children` if it has none. */
function OfAPastEdition({ id, children }: { id: string; children: ReactNode }) {
  const [isKnown, setKnown] = useState(pastEditions.length === 0);
  useEffect(() => {
    void (async () => {
      for (const { path } of pastEditions) {
        const page = `${path}${encodeURIComponent(id)}.html`;
        const answer = await fetch(page, { method: "HEAD" }).catch(() => null);
        if (answer?.ok) return location.replace(page);
      }
      setKnown(true);
    })();
  }, [id]);
  return isKnown ? children : <OnePending />;
}

function Shown({ project }: { project: GalleryProject }) {
  const { projectId, name, summary, description, pictures, builtWith } =
    project;
  usePageWords(useMemo(() => ({ title: name }), [name]));
  const [first, ...others] = pictures;
  return (
    <article className="stack gap-6">
      <header className={`stack gap-4 ${styles.head}`}>
        <Link
          to={paths.projects}
          className={`flex items-center target ${styles.back}`}
        >
          {pages.projects.title}
        </Link>
        <h1 className="display-l">
          <Fitted>{name}</Fitted>
        </h1>
        <p className="measure soft text-l own-direction" {...written(summary)}>
          {summary}
        </p>
        <Plates project={project} />
      </header>
      {first && <Shot picture={first} isFirst />}
      <div className={`stack gap-6 items-start ${styles.columns}`}>
        <div
          className={`stack gap-5 content-start justify-items-start ${styles.text}`}
        >
          <h2>About</h2>
          {first ? (
            <Suspense fallback={<Skeleton height="12rem" />}>
              <Markdown below={2}>{description}</Markdown>
            </Suspense>
          ) : (
            // The page waits for it, because it is visible on load and would shift the content below.
            <Markdown below={2}>{description}</Markdown>
          )}
        </div>
        <aside
          className={`stack gap-6 content-start justify-items-start ${styles.facts}`}
          aria-label="About this project"
        >
          <Team project={project} />
          {builtWith.length > 0 && (
            <div className="grid gap-3 full">
              <h2>Built with</h2>
              <ul className="row gap-2 text-s">
                {builtWith.map((part) => (
                  <li key={part} className="chip">
                    {part}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <div className="grid gap-3 full">
            {linksOf(project)
              .filter(({ href }) => isSafeAddress(href))
              .map(({ label, href }) => (
                <ExternalLinkButton key={label} href={href} isWide>
                  {label}
                </ExternalLinkButton>
              ))}
            <ShareButton project={project} />
          </div>
          <TakeDown id={projectId} name={name} />
        </aside>
      </div>
      {others.length > 0 && (
        <ul
          className="stack gap-6 items-start wide-halves"
          aria-label="More pictures"
        >
          {others.map((picture) => (
            <li key={picture.url}>
              <Shot picture={picture} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

function Team({ project }: { project: GalleryProject }) {
  const { teamName, memberNames } = project;
  return (
    <div className="grid gap-3 full">
      <h2>Team</h2>
      {teamName === null ? (
        <p className="quiet">This team does not show its names.</p>
      ) : (
        <>
          <p className={styles.teamName}>
            <Fitted>{teamName}</Fitted>
          </p>
          {memberNames.length > 0 && (
            <ul className="row gap-1 gap-x-4 soft" aria-label="Members">
              {memberNames.map((member, place) => (
                <li key={place} {...written(member)}>
                  {member}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}

function Shot({
  picture,
  isFirst = false,
}: {
  picture: PictureView;
  isFirst?: boolean;
}) {
  const { width, height, alt } = picture;
  return (
    <div
      className={`plate-clip ${styles.shot}`}
      style={{ "--ratio": width / height } as CSSProperties}
    >
      <StoredImage
        {...pageSources(picture, isFirst)}
        {...{ width, height }}
        alt={alt}
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : "auto"}
        decoding="async"
      />
    </div>
  );
}

/** Shares the address with the project's link preview. */
function ShareButton({ project }: { project: GalleryProject }) {
  const { name, shareUrl, projectId } = project;
  const url =
    shareUrl ?? new URL(projectAddress(projectId), location.origin).href;
  return (
    <Button isWide onClick={() => void shareLink(url, { title: name, url })}>
      <ShareIcon />
      Share
    </Button>
  );
}
