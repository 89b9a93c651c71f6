/** Tokens are signed by this deployment itself, through Convex Auth. */
export default {
  providers: [{ domain: process.env.CONVEX_SITE_URL, applicationID: "convex" }],
};
