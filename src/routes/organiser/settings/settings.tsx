import { api } from "#convex/_generated/api";
import { Skeleton } from "../../../ui/skeleton";
import { Loaded, useOrganiserQuery } from "../live";
import { SectionFrame } from "../section-frame";
import { sections } from "../sections";
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
      {switches.map(({ key }) => (
        <Skeleton key={key} height="15rem" />
      ))}
    </div>
  );
}
