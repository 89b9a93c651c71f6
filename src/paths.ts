import { pages } from "./content/pages";

type Pages = typeof pages;

/** The page of an invitation; with the site's origin, the link that people share. */
export function joinAddress(inviteCode: string): string {
  return `${pages.join.path}/${inviteCode}`;
}

/** The page of a project in the gallery. */
export function projectAddress(projectId: string): string {
  return `${pages.projects.path}/${projectId}`;
}

/** Every address of the site by its page's name; no other module contains one, but for those that run before this one. */
export const paths = Object.fromEntries(
  Object.entries(pages).map(([name, { path }]) => [name, path]),
) as { readonly [Name in keyof Pages]: Pages[Name]["path"] };
