import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import {
  createBrowserRouter,
  matchRoutes,
  RouterProvider,
} from "react-router-dom";
import { startSession } from "./lib/session/session-store";
import { routes } from "./routes";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shapes.css";

startSession();

const container = document.querySelector<HTMLElement>("#root");
if (container === null) throw new Error("index.html has no #root");
if (isPrerendered(container)) hydrate(container).catch(() => render(container));
else render(container);

/** Was the page built with the HTML of this address (or, as "*", of an address that leads nowhere)? */
function isPrerendered({ dataset }: HTMLElement): boolean {
  if (dataset.page !== "*") {
    return dataset.page === (location.pathname.replace(/\/+$/u, "") || "/");
  }
  return matchRoutes(routes, location)?.at(-1)?.route.path === "*";
}

async function hydrate(root: HTMLElement) {
  // What the HTML shows must be there when React takes over, or a pending page would show in between.
  await Promise.all(
    (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
  // Said to be hydrated, the router leaves the page where its reader has scrolled it in the meantime.
  const router = createBrowserRouter(routes, { hydrationData: {} });
  hydrateRoot(root, app(router));
}

function render(root: HTMLElement) {
  root.replaceChildren();
  createRoot(root).render(app(createBrowserRouter(routes)));
}

function app(router: ReturnType<typeof createBrowserRouter>) {
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}
