import type { ProjectLinks } from "./projects";

/** What readers' pages call the links, in the order in which they show them. */
const LABELS: Record<keyof ProjectLinks, string> = {
  demoUrl: "Demo",
  repositoryUrl: "Code",
  videoUrl: "Video",
};

/** Returns the links that a project has. */
export function linksOf(
  project: ProjectLinks,
): { label: string; href: string }[] {
  return (Object.keys(LABELS) as (keyof ProjectLinks)[])
    .map((field) => ({ label: LABELS[field], href: project[field] }))
    .filter(({ href }) => href);
}
