import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import {
  createBrowserRouter,
  createPath,
  matchRoutes,
  RouterProvider,
} from "react-router-dom";
import { noteEarlyPresses } from "./lib/early-presses";
import { setWantedAddress } from "./lib/connection/host";
import { startSession } from "./lib/session/session-store";
import { paths } from "./paths";
import { routes } from "./routes";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/shapes.css";

/** Starts the app. A function, because the module shares its script with modules that others import. */
export function main(): void {
  startSession();
  const container = document.querySelector<HTMLElement>("#root");
  if (container === null) throw new Error("index.html has no #root");
  if (isPrerendered(container)) {
    hydrate(container).catch(() => render(container));
  } else {
    render(container);
  }
}

/**
 * Whether the HTML was prerendered for this address or, as "*", for an unknown one. All invitations share one HTML
 * file, and so do all projects.
 */
function isPrerendered({ dataset }: HTMLElement): boolean {
  if (dataset.page !== "*") {
    const address = location.pathname.replace(/\/+$/u, "") || "/";
    const { page } = dataset;
    const isForMany = page === paths.join || page === paths.projects;
    return page === address || (isForMany && address.startsWith(`${page}/`));
  }
  return matchRoutes(routes, location)?.at(-1)?.route.path === "*";
}

async function hydrate(root: HTMLElement) {
  // The lazy routes must be loaded before hydration, or a pending page would replace the HTML.
  await Promise.all(
    (matchRoutes(routes, location) ?? []).map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
  // `hydrationData` keeps the router from resetting the scroll position.
  const router = createBrowserRouter(routes, { hydrationData: {} });
  noteEarlyPresses();
  hydrateRoot(root, app(router));
}

function render(root: HTMLElement) {
  root.replaceChildren();
  createRoot(root).render(app(createBrowserRouter(routes)));
}

function app(router: ReturnType<typeof createBrowserRouter>) {
  router.subscribe(({ navigation: { location: wanted } }) =>
    setWantedAddress(wanted && createPath(wanted)),
  );
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}
