import type { Announcement } from "../../../../convex/shared/validators";
import { tidyLine, tidyText } from "../../../../convex/shared/text";
import { indianInput } from "../indian-time";

type Fields = Pick<Announcement, "title" | "body" | "pinned" | "publishAt">;

/**
 * Two organisers may edit one announcement: what this one has not touched stays as the other left it.
 * @param opened what the form began with; its field for the time shows no seconds
 * @param draft what it holds now
 * @param current what is stored now
 */
export function keepUntouched(
  opened: Fields,
  draft: Fields,
  current: Fields,
): Fields {
  const isSameTime =
    indianInput(draft.publishAt) === indianInput(opened.publishAt);
  return {
    title: draft.title === tidyLine(opened.title) ? current.title : draft.title,
    body: draft.body === tidyText(opened.body) ? current.body : draft.body,
    pinned: draft.pinned === opened.pinned ? current.pinned : draft.pinned,
    publishAt: isSameTime ? current.publishAt : draft.publishAt,
  };
}
