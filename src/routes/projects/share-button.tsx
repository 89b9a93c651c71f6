import type { GalleryProject } from "#convex/shared/gallery";
import { copyText } from "../../lib/copy-text";
import { notify } from "../../lib/notify";
import { projectAddress } from "../../paths";
import { Button } from "../../ui/button";
import { ShareIcon } from "../../ui/tool-icons";

/** Shares the address with the project's link preview, by the system's share sheet or the clipboard. */
export function ShareButton({ project }: { project: GalleryProject }) {
  const { name, shareUrl, projectId } = project;

  async function share() {
    const own = new URL(projectAddress(projectId), location.origin).href;
    const url = shareUrl ?? own;
    try {
      if (typeof navigator.share !== "function") throw new Error("no sheet");
      await navigator.share({ title: name, url });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      if (await copyText(url)) notify.success("Link copied to clipboard");
      else notify.error(`Copy this link: ${url}`);
    }
  }

  return (
    <Button isWide onClick={() => void share()}>
      <ShareIcon />
      Share
    </Button>
  );
}
