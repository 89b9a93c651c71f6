import type { JudgeCard } from "#convex/shared/judgingValidators";
import { awardTitle } from "../../features/results/award-words";
import { Fitted } from "../../ui/fitted";
import { Outward } from "../../ui/outward";

/** Where the project is shown, and what its team handed in. */
export function ProjectWords({ card }: { card: JudgeCard }) {
  const { table, name, teamName, summary, tracks, description, builtWith } =
    card;
  const links = [
    { label: "Demo", url: card.demoUrl },
    { label: "Code", url: card.repositoryUrl },
    { label: "Video", url: card.videoUrl },
  ].filter(({ url }) => url.startsWith("https://"));
  return (
    <header className="judge-project">
      <p className="judge-table">
        <span>Table</span> <strong>{table || "–"}</strong>
      </p>
      <div className="judge-names">
        <h1>
          <Fitted>{name}</Fitted>
        </h1>
        <p>{teamName}</p>
      </div>
      <p className="judge-summary">{summary}</p>
      {tracks.length > 0 && (
        <ul className="judge-tracks" aria-label="Tracks">
          {tracks.map((track) => (
            <li key={track}>{awardTitle(track)}</li>
          ))}
        </ul>
      )}
      {links.length > 0 && (
        <ul className="judge-links">
          {links.map(({ label, url }) => (
            <li key={label}>
              <a href={url} target="_blank" rel="noopener">
                {label}
                <Outward />
              </a>
            </li>
          ))}
        </ul>
      )}
      {(description !== "" ||
        builtWith.length > 0 ||
        card.pictures.length > 0) && (
        <details className="judge-more">
          <summary>What they handed in</summary>
          {description !== "" && <p className="judge-text">{description}</p>}
          {builtWith.length > 0 && <p>Built with {builtWith.join(", ")}</p>}
          {card.pictures.map(
            ({ url, thumbnailUrl, alt, width, height }) =>
              url !== null && (
                <img
                  key={url}
                  src={thumbnailUrl ?? url}
                  alt={alt}
                  width={width}
                  height={height}
                  loading="lazy"
                />
              ),
          )}
        </details>
      )}
    </header>
  );
}
