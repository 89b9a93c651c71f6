import { copyText } from "./copy-text";
import { notify } from "./notify";

/**
 * Opens the system's share sheet; where there is none (without HTTPS, and in some desktop browsers), copies the link.
 * @param shared what the sheet shares; the link with a title or in a text
 */
export async function shareLink(link: string, shared: ShareData) {
  try {
    if (typeof navigator.share !== "function") throw new Error("no sheet");
    await navigator.share(shared);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (await copyText(link)) notify.success("Link copied to clipboard");
    else notify.error(`Copy this link: ${link}`);
  }
}
