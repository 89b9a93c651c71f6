import { api } from "#convex/_generated/api";
import { Skeleton } from "../../../ui/skeleton";
import { Loaded, useOrganiserQuery } from "../live";
import { SectionFrame } from "../section-frame";
import { sections } from "../sections";
import { PhaseChoice } from "./phase-choice";
import { Switch } from "./switch";
import { switches } from "./switches";

export function Settings() {
  const live = useOrganiserQuery(api.settings.current, {});
  return (
    <SectionFrame section={sections.settings}>
      <Loaded
        live={live}
        failure="Failed to load the settings"
        skeleton={<SettingsSkeleton />}
      >
        {(settings) => (
          <ul className="org-switches">
            <li className="org-whole-row">
              <PhaseChoice current={settings.phase} />
            </li>
            {switches.map((words) => (
              <li key={words.key}>
                <Switch words={words} isOn={settings[words.key]} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </SectionFrame>
  );
}

function SettingsSkeleton() {
  return (
    <div className="org-switches">
      <div className="org-whole-row">
        <Skeleton height="22rem" />
      </div>
      {switches.map(({ key }) => (
        <Skeleton key={key} height="15rem" />
      ))}
    </div>
  );
}
