/**
 * What `fetch` gives where time is faked. A real `Response` is read in time that is not: advancing a faked clock does not
 * wait for it.
 */
export const answered = (body: string | number) =>
  ({ ok: true, text: async () => `${body}` }) as Response;
