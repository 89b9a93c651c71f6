import { api } from "#convex/_generated/api";
import { dataOf, useQuietLive } from "../../lib/connection/use-live";
import { useTimedLive } from "../../lib/connection/use-timed-live";
import { useSettings } from "../../lib/settings/live-settings";
import { registrationStateOf } from "../../lib/settings/registration-state";
import type { NextStep } from "./next-step-of";
import {
  momentOf,
  noTeamStep,
  participantsMoment,
  type Moment,
} from "./standing";

/**
 * The moment of the event; undefined until it is known, as a wrong one could show.
 * @param of for whom: `participantsMoment`, or else those who run the event
 */
export function useMoment(of = momentOf): Moment | undefined {
  const settings = useSettings();
  const submissions = useTimedLive(api.settings.submissions);
  const published = useQuietLive(api.judging.published, {});
  const isPending = [submissions, published].some(
    ({ status }) => status === "pending",
  );
  if (settings === undefined || isPending) return undefined;
  return of({
    registration: registrationStateOf(settings),
    submissions: dataOf(submissions) ?? null,
    arePublished: Boolean(dataOf(published)),
  });
}

/** What participants without a team are told about teams; undefined until it is known. */
export function useNoTeamStep(): NextStep | undefined {
  const settings = useSettings();
  const moment = useMoment(participantsMoment);
  return (
    settings &&
    moment &&
    noTeamStep(moment, {
      areChangesOpen: settings.teamChangesOpen,
      isGalleryOpen: settings.galleryPublished === true,
    })
  );
}
