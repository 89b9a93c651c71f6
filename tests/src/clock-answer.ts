/**
 * What `fetch` gives for the deployment's clock. A real `Response` is read in time that is not faked, so that advancing a
 * faked clock does not wait for it.
 */
export const clockAnswer = (ms: number) =>
  ({ ok: true, text: async () => `${ms}` }) as Response;
