/**
 * Sample values: these brands and communities are invented and their logos drawn for this project. To add a real one,
 * put its logo (SVG, one light colour, 64 high) into `public/images/` and write its name and width here.
 */

const LOGO_HEIGHT = 64;

/** The sponsors of the two tracks, which are named after them. */
export const trackSponsors = {
  cloud: sponsor("vayuforge", "Vayuforge", 273),
  data: sponsor("taarbase", "Taarbase", 190),
} as const;

export const sponsorGroups = [
  {
    id: "sponsors",
    tier: "Sponsors",
    sponsors: [
      trackSponsors.cloud,
      trackSponsors.data,
      sponsor("chakraloop", "Chakraloop", 227),
      sponsor("kauripay", "Kauripay", 201),
      sponsor("northquay", "Northquay", 238),
      sponsor("gullygrid", "Gullygrid", 221),
      sponsor("lumenpath", "Lumenpath", 220),
      sponsor("bitsandook", "Bitsandook", 225),
      sponsor("inkfinch", "Inkfinch", 196),
      sponsor("pixelmandi", "Pixelmandi", 258),
      sponsor("zenkite", "Zenkite", 193),
      sponsor("kilnworks", "Kilnworks", 225),
      sponsor("saptorbit", "Saptorbit", 192),
      sponsor("morpankh", "Morpankh", 198),
    ],
  },
  {
    id: "community-partners",
    tier: "Community partners",
    sponsors: [
      partner("delhi-byte-circle", "Delhi Byte Circle", 170),
      partner("nari-commits", "Nari Commits", 157),
      partner("open-chowk", "Open Chowk", 240),
      partner("campus-compilers", "Campus Compilers", 172),
      partner("first-push", "First Push", 195),
      partner("monsoon-devs", "Monsoon Devs", 179),
      partner("jam-junction", "Jam Junction", 189),
      partner("kernel-kahani", "Kernel Kahani", 148),
      partner("pixel-paathshala", "Pixel Paathshala", 173),
      partner("night-canteen", "Night Canteen", 143),
    ],
  },
] as const;

function sponsor(id: string, name: string, width: number) {
  return withLogo("sponsors", id, name, width);
}

function partner(id: string, name: string, width: number) {
  return withLogo("partners", id, name, width);
}

function withLogo(folder: string, id: string, name: string, width: number) {
  const src = `/images/${folder}/${id}.svg`;
  return { id, name, logo: { src, width, height: LOGO_HEIGHT, alt: name } };
}
