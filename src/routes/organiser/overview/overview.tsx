import { api } from "#convex/_generated/api";
import { samplesLeft } from "../../../content/samples";
import { Skeleton, SkeletonStack } from "../../../ui/skeleton";
import { Loaded, useOrganiserQuery } from "../frame/live";
import { SectionFrame } from "../frame/section-frame";
import { BeforePublishing } from "./before-publishing";
import { IntegrityPanel } from "./integrity-panel";
import { Retention } from "./retention";
import { Registrations } from "./registrations";
import { Scores } from "./scores";
import { TeamSizes } from "./team-sizes";

const samples = samplesLeft(import.meta.env.VITE_SITE_ORIGIN);

export function Overview() {
  const overview = useOrganiserQuery(api.organiser.overview, {});
  const integrity = useOrganiserQuery(api.organiser.integrity, {});
  return (
    <SectionFrame>
      <Loaded
        live={overview}
        failure="Failed to load the numbers"
        skeleton={<SkeletonStack heights={["16rem", "24rem", "20rem"]} />}
      >
        {(numbers) => (
          <>
            <Scores overview={numbers} />
            <TeamSizes teamsBySize={numbers.teamsBySize} />
            <Registrations registrations={numbers.registrations} />
          </>
        )}
      </Loaded>
      <Loaded
        live={integrity}
        failure="Failed to check the teams"
        skeleton={<Skeleton height="9rem" />}
      >
        {(result) => <IntegrityPanel integrity={result} />}
      </Loaded>
      <BeforePublishing samples={samples} />
      <Retention />
    </SectionFrame>
  );
}
