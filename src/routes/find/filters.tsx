import { useId, useState } from "react";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import type { Kind, Listing } from "#convex/listings/shared";
import { skillKey, withoutRepeats } from "#convex/people/shared/skills";
import { suggestedSkills } from "../../content/skills";
import { Button } from "../../ui/button";
import { SelectField, type Option } from "../../ui/select-field";
import styles from "./find.module.css";
import type { Finding } from "./use-finding";
import type { Elements } from "../../ui/elements";

/** What the fields say; empty for any. The facet is a college, or a least number of free slots. */
export type Filter = { skill: string; facet: string };

const facets = {
  person: { label: "College", none: "Any college", name: "college" },
  team: { label: "Free slots", none: "Any number", name: "freeSlots" },
};

const slotChoices = Array.from(
  { length: MAX_TEAM_SIZE - 2 },
  (_, nth): Option => [String(nth + 2), `At least ${nth + 2}`],
);

const sameWords = (text: string): Option => [text, text];

export function Filters({
  kind,
  me,
  listings,
  filter,
  onChange,
  children,
}: {
  kind: Kind;
  me: Finding["me"];
  listings: readonly Listing[];
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** Stands beside the filters, and on a phone beside the button that unfolds them. */
  children: Elements;
}) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const set = Object.values(filter).filter((value) => value !== "").length;
  const skills = useSeen([
    ...suggestedSkills,
    ...listings.flatMap((listing) => listing.skills),
  ]);
  const colleges = useSeen([
    me.college,
    ...listings.map(({ college }) => college),
  ]);
  const sorted = [...skills].sort((one, other) =>
    skillKey(one) < skillKey(other) ? -1 : 1,
  );
  return (
    <div className={`row gap-4 items-center justify-between ${styles.filters}`}>
      <Button
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {`Filter${set > 0 ? ` · ${set}` : ""}`}
      </Button>
      {children}
      <fieldset
        id={id}
        data-open={isOpen || undefined}
        aria-label={kind === "person" ? "Filter people" : "Filter teams"}
      >
        <SelectField
          label="Skill"
          none="Any skill"
          name="skill"
          options={sorted.map(sameWords)}
          value={filter.skill}
          onChange={(skill) => onChange({ ...filter, skill })}
        />
        <SelectField
          {...facets[kind]}
          options={kind === "person" ? colleges.map(sameWords) : slotChoices}
          value={filter.facet}
          onChange={(facet) => onChange({ ...filter, facet })}
        />
      </fieldset>
    </div>
  );
}

/** Returns all texts until now, without repeats and empty ones, so that a filter keeps its options. */
function useSeen(texts: readonly string[]): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const all = withoutRepeats([...seen, ...texts]).filter((text) => text !== "");
  if (all.length !== seen.length) setSeen(all);
  return all;
}
