import styles from "./find.module.css";

/** Skills as small plates; nothing without any. */
export function Skills({ skills }: { skills: readonly string[] }) {
  if (skills.length === 0) return null;
  return (
    <ul className={`row gap-2 ${styles.skills}`} aria-label="Skills">
      {skills.map((skill) => (
        <li key={skill}>{skill}</li>
      ))}
    </ul>
  );
}

/** The sentence about the skills, or about one of them. */
export function skillsError(
  errors: Partial<Record<string, string>>,
): string | undefined {
  return Object.entries(errors).find(([field]) =>
    field.startsWith("skills"),
  )?.[1];
}
