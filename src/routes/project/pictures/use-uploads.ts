import { useAction, useMutation } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { api } from "#convex/_generated/api";
import { atDeployment } from "../../../lib/deployment-url";
import { preparePicture } from "./prepare-picture";
import { sendFile } from "./send-file";
import { Uploads } from "./uploads";

/** The uploads of this page, which end with it. */
export function useUploads(onAdded: (name: string) => void) {
  const askWhere = useMutation(api.projects.uploadUrls);
  const add = useAction(api.projects.addPicture);
  const [uploads] = useState(
    () =>
      new Uploads({
        prepare: preparePicture,
        askWhere: async () => askWhere({}),
        send: async (address, ...rest) =>
          sendFile(atDeployment(address), ...rest),
        add,
        onAdded,
        pause,
      }),
  );
  useEffect(() => () => uploads.cancelAll(), [uploads]);
  const state = useSyncExternalStore(uploads.subscribe, uploads.current);
  return {
    ...state,
    start: (files: readonly File[]) => uploads.start(files),
    cancel: (id: number) => uploads.cancel(id),
  };
}

/** Shorter if the browser says that it is online. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => resolve();
    addEventListener("online", end, { once: true });
    setTimeout(end, ms);
  });
}
