import { Suspense, useEffect, useState } from "react";
import type { JudgeCard } from "#convex/judging/shared/judging";
import { linksOf } from "#convex/projects/shared/links";
import { awardTitle } from "../../content/award-words";
import { atDeployment } from "../../lib/connection/deployment-url";
import { lazyPart, loadPart } from "../../lib/connection/load-part";
import { StoredImage } from "../../ui/stored-image";
import { Fitted } from "../../ui/fitted";
import { Outward } from "../../ui/outward";
import { Written, written } from "../../ui/written";

const loadMarkdown = async () =>
  (await import("../../features/markdown/markdown")).Markdown;
const Markdown = lazyPart(loadMarkdown);

/** The project's table, and its hand-in. */
export function ProjectWords({ card }: { card: JudgeCard }) {
  const { table, name, teamName, summary, tracks, description, builtWith } =
    card;
  const links = linksOf(card).filter(({ href }) => href.startsWith("https://"));
  return (
    <header className="judge-project grid gap-2 gap-x-4 items-center">
      <p className="judge-table stack gap-1 on-signal">
        <span className="label text-s">Table</span>{" "}
        <strong>{table || "–"}</strong>
      </p>
      <div className="judge-names">
        <h1 className="display-s">
          <Fitted>{name}</Fitted>
        </h1>
        <p className="quiet">
          <Written>{teamName}</Written>
        </p>
      </div>
      <p className="own-direction tight" {...written(summary)}>
        {summary}
      </p>
      {links.length > 0 && (
        <ul className="row gap-0 gap-x-5">
          {links.map(({ label, href }) => (
            <li key={label}>
              <a
                href={href}
                target="_blank"
                rel="noopener"
                className="flex items-center target"
              >
                <Outward>{label}</Outward>
              </a>
            </li>
          ))}
        </ul>
      )}
      {(description !== "" ||
        builtWith.length > 0 ||
        tracks.length > 0 ||
        card.pictures.length > 0) && <HandedIn card={card} />}
    </header>
  );
}

/** The rest of the hand-in, to read before marking. */
function HandedIn({
  card: { description, builtWith, tracks, pictures },
}: {
  card: JudgeCard;
}) {
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    // Loaded only now, because the keys for the marks come first.
    void loadPart(loadMarkdown);
  }, []);
  return (
    <details
      className="judge-more"
      onToggle={(event) => {
        if (event.currentTarget.open) setWasOpened(true);
      }}
    >
      <summary>
        <h2>What they handed in</h2>
      </summary>
      {description !== "" && wasOpened && (
        // The plain text until the renderer has loaded; on a bad connection that may be never.
        <Suspense
          fallback={
            <p className="own-direction pre-line" {...written(description)}>
              {description}
            </p>
          }
        >
          <Markdown below={2}>{description}</Markdown>
        </Suspense>
      )}
      {tracks.length > 0 && (
        <ul
          className="row gap-2 label soft tight text-s judge-tracks"
          aria-label="Tracks"
        >
          {tracks.map((track) => (
            <li key={track}>{awardTitle(track)}</li>
          ))}
        </ul>
      )}
      {builtWith.length > 0 && <p>{`Built with ${builtWith.join(", ")}`}</p>}
      {pictures.map(({ url, thumbnail, alt, width, height }) => (
        <StoredImage
          key={url}
          src={atDeployment(thumbnail?.url ?? url)}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
        />
      ))}
    </details>
  );
}
