/** This deployment accepts the tokens that it signs itself, through Convex Auth. */
export default {
  providers: [{ domain: process.env.CONVEX_SITE_URL, applicationID: "convex" }],
};
