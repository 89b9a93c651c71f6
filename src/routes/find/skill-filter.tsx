import { useState } from "react";
import { skillKey, withoutRepeats } from "#convex/shared/skills";
import { suggestedSkills } from "../../content/skills";
import { SelectField } from "../../ui/select-field";

/** A choice of the suggested skills and of all others seen so far. */
export function SkillFilter({
  value,
  others,
  onChange,
}: {
  value: string;
  others: readonly string[];
  onChange: (skill: string) => void;
}) {
  const [seen, setSeen] = useState<readonly string[]>(suggestedSkills);
  const all = withoutRepeats([...seen, ...others]);
  if (all.length !== seen.length) setSeen(all);
  const sorted = [...all].sort((one, other) =>
    skillKey(one) < skillKey(other) ? -1 : 1,
  );
  return (
    <SelectField
      label="Skill"
      none="Any skill"
      name="skill"
      options={sorted.map((skill) => ({ value: skill, label: skill }))}
      value={value}
      onChange={onChange}
    />
  );
}
