import type { GalleryProject } from "#convex/shared/gallery";
import { shareLink } from "../../lib/share-link";
import { projectAddress } from "../../paths";
import { Button } from "../../ui/button";
import { ShareIcon } from "../../ui/tool-icons";

/** Shares the address with the project's link preview. */
export function ShareButton({ project }: { project: GalleryProject }) {
  const { name, shareUrl, projectId } = project;
  const url =
    shareUrl ?? new URL(projectAddress(projectId), location.origin).href;
  return (
    <Button isWide onClick={() => void shareLink(url, { title: name, url })}>
      <ShareIcon />
      Share
    </Button>
  );
}
