import { event } from "../../content/event";
import { notify } from "../../lib/notify";
import { saveFile } from "../../lib/save-file";
import { Button } from "../../ui/button";
import type { Elements } from "../../ui/elements";

/**
 * Keeps what `draw` draws as a picture, or shares it.
 * @param name of the file, without its ending
 * @param children more buttons
 */
export function PictureButtons({
  name,
  draw,
  children,
}: {
  name: string;
  draw: () => Promise<Blob>;
  children?: Elements;
}) {
  const fileName = `${name}.png`;
  async function give(how: (file: File) => Promise<void> | void) {
    try {
      await how(new File([await draw()], fileName, { type: "image/png" }));
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      notify.error("Your browser cannot draw the picture. Take a screenshot.");
    }
  }
  const save = (file: File) => saveFile(fileName, file);
  const share = (file: File) =>
    navigator.share({ files: [file], title: event.edition });
  return (
    <div className="row gap-3 screen-only">
      <Button tone="signal" onClick={() => void give(save)}>
        Keep as a picture
      </Button>
      {canShare() && <Button onClick={() => void give(share)}>Share it</Button>}
      {children}
    </div>
  );
}

/** Whether the browser's share sheet takes pictures; where it does, it also saves them among the phone's photos. */
function canShare(): boolean {
  const files = [new File([], "picture.png", { type: "image/png" })];
  return navigator.canShare?.({ files }) ?? false;
}
