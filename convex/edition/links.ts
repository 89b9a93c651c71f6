/** External addresses. Those under example.com are sample values that the organisers replace here, and only here. */
export const links = {
  /** This site's own origin; `VITE_SITE_ORIGIN` overrides it for a build. */
  site: "https://hackarena.example.com",
  contactEmail: "organisers@example.com",
  registration: "https://example.com/hackarena-2025/register",
  preMeetup: "https://example.com/hackarena-2025/pre-meetup",
  hackathonPlatform: "https://example.com/hackarena-2025",
  discord: "https://example.com/discord/hackarena",
  instagram: "https://example.com/instagram/hackarena",
} as const;
