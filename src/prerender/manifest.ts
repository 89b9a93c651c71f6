import { event } from "../content/event";
import { paths } from "../paths";

/** `.artwork/render.mjs` draws them. */
export const icons = [
  { src: "/icons/192.png", sizes: "192x192" },
  { src: "/icons/512.png", sizes: "512x512" },
  { src: "/icons/maskable-512.png", sizes: "512x512", purpose: "maskable" },
];

/** The portal as an app of the device (https://www.w3.org/TR/appmanifest/). */
export function manifest(): string {
  const paper = "#050f10";
  return JSON.stringify({
    id: paths.dashboard,
    name: event.edition,
    short_name: event.name,
    lang: "en-IN",
    start_url: paths.dashboard,
    scope: "/",
    display: "standalone",
    background_color: paper,
    theme_color: paper,
    icons: icons.map((icon) => ({ ...icon, type: "image/png" })),
  });
}
