/**
 * The last edition as plain pages, which need neither scripts nor a deployment: its results, its gallery, and each project
 * with its pictures. They hold what a visitor of the gallery sees, and nothing else of people.
 */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { api } from "#convex/_generated/api";
import type { GalleryEntry, GalleryProject } from "#convex/gallery/shared";
import type { PublishedResults } from "#convex/judging/shared/judging";
import { MAX_LISTED } from "#convex/platform/shared/lists";
import { isSafeAddress } from "#convex/platform/shared/text";
import { linksOf } from "#convex/projects/shared/links";
import type { PictureView } from "#convex/projects/shared/pictures";
import { awardTitle } from "../content/award-words";
import { event } from "../content/event";
import type { PastEdition } from "../content/past-editions";
import { Markdown } from "../features/markdown/markdown";
import { formatDateLine } from "../lib/time/format-date";
import { formatMoment } from "../lib/time/format-time";
import { paths } from "../paths";
import { written, Written } from "../ui/written";
import style from "./archive.css?raw";
import tokens from "../styles/tokens.css?raw";

/** Where a build finds the list of editions (`src/content/past-editions.ts`). */
const LIST = "src/content/past-editions.json";

const USAGE =
  "Usage: npm run archive -- ADDRESS [FOLDER]\nADDRESS is the deployment's, such as http://127.0.0.1:3000, and FOLDER the year, such as 2025: the pages are written to public/2025/.\n";

/**
 * Writes the pages of a deployment, and adds them to the list of past editions.
 * @param root the folder of the checkout
 * @param folder of the pages, in `public/`
 * @throws `not_published` while the gallery is not public
 */
export async function archive(
  url: string,
  folder: string,
  root = ".",
): Promise<{ path: string; projects: number; pictures: number }> {
  const client = new ConvexHttpClient(url, { logger: false });
  const { projects } = await client.query(api.projects.gallery, {
    limit: MAX_LISTED,
  });
  const results = await client.query(api.judging.published, {});
  const path = join(root, "public", folder);
  const base = `/${folder}/`;
  // What was kept before stays until all of this is there.
  const place = `${path}.new`;
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const list = join(root, LIST);
  const known = JSON.parse(await readFile(list, "utf8")) as PastEdition[];
  const others = known.filter(({ path }) => path !== base);
  let pictures = 0;
  const stored = async (picture: PictureView, name: string) => {
    const answer = await fetch(picture.url);
    if (!answer.ok) throw new Error(`${picture.url}: ${answer.status}`);
    const type = answer.headers.get("content-type") ?? "";
    const file = `${name}.${/^image\/(\w+)/u.exec(type)?.[1] ?? "webp"}`;
    await writeFile(join(place, file), Buffer.from(await answer.arrayBuffer()));
    pictures += 1;
    return { ...picture, url: base + file };
  };
  const page = (file: string, title: string, body: ReactNode) =>
    writeFile(join(place, file), documentOf(base, title, body));
  const entries: GalleryEntry[] = [];
  for (const entry of projects) {
    const project = await client.query(api.projects.get, {
      projectId: entry.projectId,
    });
    // Taken down meanwhile.
    if (project === null) continue;
    const { projectId } = project;
    const shots = [];
    for (const [nth, picture] of project.pictures.entries())
      shots.push(await stored(picture, `${projectId}-${nth + 1}`));
    await page(
      `${projectId}.html`,
      `${project.name} · ${event.edition}`,
      <ProjectPage base={base} project={{ ...project, pictures: shots }} />,
    );
    entries.push({ ...entry, picture: shots[0] ?? null });
  }
  await page(
    "index.html",
    event.edition,
    <Edition {...{ base, entries, results, others }} />,
  );
  await writeFile(join(place, "style.css"), tokens + style);
  await rm(path, { recursive: true, force: true });
  await rename(place, path);
  const edition = { name: event.edition, path: base };
  await writeFile(list, `${JSON.stringify([edition, ...others], null, 2)}\n`);
  return { path, projects: entries.length, pictures };
}

/** @returns what the command prints */
export async function run([url, folder]: string[]): Promise<string> {
  const year = folder ?? new Date(event.firstDay).getFullYear().toString();
  if (url === undefined || !/^[\w-]+$/u.test(year)) return USAGE;
  const { path, projects, pictures } = await archive(url, year);
  return `${projects} projects with ${pictures} pictures are in ${path}/, and "Past editions" in the footer of the next build leads there.\n`;
}

/** One document; addresses in it begin with the folder's, because a server may leave out the slash after it. */
function documentOf(base: string, title: string, body: ReactNode): string {
  const page = (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="stylesheet" href={`${base}style.css`} />
      </head>
      <body>
        <main>{body}</main>
      </body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}\n`;
}

function Edition({
  base,
  entries,
  results,
  others,
}: {
  base: string;
  entries: readonly GalleryEntry[];
  results: PublishedResults | null;
  others: readonly PastEdition[];
}) {
  return (
    <>
      <p>
        <a href={paths.landing}>{event.name}</a>
      </p>
      <h1>{event.edition}</h1>
      <p>
        {formatDateLine(event.firstDay, event.lastDay)} · {event.venue}
      </p>
      {results && results.awards.length > 0 && (
        <>
          <h2>Results</h2>
          <dl>
            {results.awards.map((won) => (
              <Fragment key={`${won.award} ${won.projectId}`}>
                <dt>
                  {awardTitle(won.award)}
                  {won.isTied && " (tied)"}
                </dt>
                <dd>
                  <ProjectLink
                    to={`${base}${won.projectId}.html`}
                    name={won.projectName}
                  />
                  <By team={won.teamName} />
                  {won.sentence && <p>{won.sentence}</p>}
                </dd>
              </Fragment>
            ))}
          </dl>
          {results.corrections?.map(({ award, at, reason }) => (
            <p key={award}>
              {awardTitle(award)} was corrected on {formatMoment(at)}: {reason}
            </p>
          ))}
        </>
      )}
      <h2>Projects</h2>
      <ul className="wall">
        {entries.map(({ projectId, name, summary, teamName, picture }) => (
          <li key={projectId}>
            {picture && <Shot picture={picture} isLazy />}
            <h3>
              <ProjectLink to={`${base}${projectId}.html`} name={name} />
            </h3>
            <By team={teamName} />
            <p {...written(summary)}>{summary}</p>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <nav aria-label="Other editions">
          {others.map(({ name, path }) => (
            <a key={path} href={path}>
              {name}
            </a>
          ))}
        </nav>
      )}
    </>
  );
}

function ProjectPage({
  base,
  project,
}: {
  base: string;
  project: GalleryProject;
}) {
  const { name, summary, description, pictures, builtWith, awards } = project;
  return (
    <article>
      <p>
        <a href={base}>{event.edition}</a>
      </p>
      <h1 {...written(name)}>{name}</h1>
      <By team={project.teamName} members={project.memberNames} />
      {awards.map(({ award }) => (
        <p key={award}>
          <strong>{awardTitle(award)}</strong>
        </p>
      ))}
      <p {...written(summary)}>{summary}</p>
      {pictures.map((picture) => (
        <Shot key={picture.url} picture={picture} />
      ))}
      <Markdown below={1}>{description}</Markdown>
      {builtWith.length > 0 && <p>Built with {builtWith.join(", ")}</p>}
      <ul>
        {linksOf(project)
          .filter(({ href }) => isSafeAddress(href))
          .map(({ label, href }) => (
            <li key={label}>
              <a href={href} rel="noopener noreferrer nofollow ugc">
                {label}
              </a>
            </li>
          ))}
      </ul>
    </article>
  );
}

function ProjectLink({ to, name }: { to: string; name: string }) {
  return (
    <a href={to} {...written(name)}>
      {name}
    </a>
  );
}

/** Nothing for a team that hides its names. */
function By({
  team,
  members = [],
}: {
  team: string | null;
  members?: readonly string[];
}) {
  if (team === null) return null;
  return (
    <p className="by">
      <Written>{team}</Written>
      {members.length > 0 && `: ${members.join(", ")}`}
    </p>
  );
}

function Shot({
  picture: { url, width, height, alt },
  isLazy = false,
}: {
  picture: PictureView;
  isLazy?: boolean;
}) {
  return (
    <img
      {...{ width, height }}
      alt={alt}
      src={url}
      loading={isLazy ? "lazy" : "eager"}
    />
  );
}
