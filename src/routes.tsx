/** The map of the site. To add a page, touch what README.md lists. */
import type { RouteObject } from "react-router-dom";
import { notFoundPage, notSentPage, pages } from "./content/pages";
import { PagePending } from "./layouts/page-pending";
import { RouteError } from "./layouts/route-error";
import { PORTAL, SiteLayout } from "./layouts/site-layout";
import { loadPart } from "./lib/connection/load-part";

type Lazy = Extract<RouteObject["lazy"], () => unknown>;

const children: RouteObject[] = [
  page("landing", () => import("./routes/home/route")),
  page("home", () => import("./routes/home/route")),
  page("about", () => import("./routes/about/route")),
  page("contact", () => import("./routes/contact/route")),
  page("faq", () => import("./routes/faq/route")),
  page("privacyPolicy", () => import("./routes/legal/privacy-policy")),
  page(
    "privacyPolicyHindi",
    () => import("./routes/legal/privacy-policy-hindi"),
  ),
  page("termsOfService", () => import("./routes/legal/terms-of-service")),
  page("codeOfConduct", () => import("./routes/legal/code-of-conduct")),
  page("judging", () => import("./routes/resources/judging")),
  page("starterKits", () => import("./routes/resources/starter-kits")),
  page("submissionGuide", () => import("./routes/resources/submission-guide")),
  page("google", () => import("./routes/google/route")),
  page("resetPassword", () => import("./routes/reset-password/route")),
  page("appointment", () => import("./routes/appointment/route")),
  page("bufferLogin", () => import("./routes/buffer/route")),
  page("bufferRegister", () => import("./routes/buffer/route")),
  page("join", () => import("./routes/join/route"), "/*"),
  page("projects", () => import("./routes/projects/route"), "/:id?"),
  page("arena", () => import("./routes/arena/route")),
  page("schedule", () => import("./routes/schedule/route")),
  {
    lazy: part(() => import("./layouts/require-guest")),
    children: [
      page("login", () => import("./routes/login/route")),
      page("register", () => import("./routes/register/route")),
    ],
  },
  {
    id: PORTAL,
    lazy: part(() => import("./layouts/require-user")),
    children: [
      page("dashboard", () => import("./routes/dashboard/route")),
      page("team", () => import("./routes/team/route")),
      page("project", () => import("./routes/project/route")),
      page("find", () => import("./routes/find/route")),
      page("pass", () => import("./routes/pass/route")),
      page("help", () => import("./routes/help/route")),
      page("account", () => import("./routes/account/route")),
      {
        lazy: part(() => import("./layouts/require-organiser")),
        children: [
          page("organiser", () => import("./routes/organiser/route"), "/*"),
        ],
      },
      {
        lazy: part(() => import("./layouts/require-desk")),
        children: [page("checkIn", () => import("./routes/check-in/route"))],
      },
      {
        lazy: part(() => import("./layouts/require-judge")),
        children: [page("judge", () => import("./routes/judge/route"))],
      },
    ],
  },
  // Only read by browsers without scripts, so it exists as HTML alone.
  ...(import.meta.env.SSR ? [notSent()] : []),
  {
    path: "*",
    handle: notFoundPage,
    lazy: part(() => import("./layouts/not-found")),
  },
];

export const routes: RouteObject[] = [
  {
    Component: SiteLayout,
    ErrorBoundary: RouteError,
    HydrateFallback: PagePending,
    children: [{ ErrorBoundary: RouteError, children }],
  },
];

function notSent(): RouteObject {
  return {
    path: notSentPage.path,
    handle: notSentPage,
    lazy: () => import("./layouts/not-sent"),
  };
}

/** @param rest what may follow the page's own address */
function page(
  name: keyof typeof pages,
  lazy: Lazy,
  rest: "" | "/*" | "/:id?" = "",
): RouteObject {
  const path = pages[name].path + rest;
  return { path, handle: pages[name], lazy: part(lazy) };
}

/** A module that is loaded with patience; it keeps what the build attaches to it. */
function part(lazy: Lazy): Lazy {
  return Object.assign(() => loadPart(lazy), lazy);
}
