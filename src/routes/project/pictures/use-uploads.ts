import { useAction, useMutation } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { api } from "#convex/_generated/api";
import { atDeployment } from "../../../lib/connection/deployment-url";
import { preparePicture } from "./prepare-picture";
import { sendFile } from "./send-file";
import { Uploads } from "./uploads";

/** The uploads of this page, which end with it. */
export function useUploads(): Uploads {
  const askWhere = useMutation(api.projects.uploadUrls);
  const add = useAction(api.projects.addPicture);
  const remove = useMutation(api.projects.removePicture);
  const [uploads] = useState(
    () =>
      new Uploads({
        prepare: preparePicture,
        askWhere: async () => askWhere({}),
        send: async (address, ...rest) =>
          sendFile(atDeployment(address), ...rest),
        add,
        remove: async (pictureId) => remove({ pictureId }),
        pause,
      }),
  );
  useEffect(() => () => uploads.cancelAll(), [uploads]);
  return uploads;
}

/** What is on its way, what failed and what has arrived. */
export function useSent({ subscribe, current }: Uploads) {
  return useSyncExternalStore(subscribe, current);
}

/** Shorter if the browser says that it is online. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => resolve();
    addEventListener("online", end, { once: true });
    setTimeout(end, ms);
  });
}
