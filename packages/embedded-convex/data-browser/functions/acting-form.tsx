import { useId } from "react";
import { Field } from "../ui/field";
import type { ActingDraft } from "./acting-as";
import styles from "./functions.module.css";
import { useKnownUsers } from "./use-known-users";

/** Chooses the identity that a function runs with. */
export function ActingForm({
  draft,
  error,
  onChange,
}: {
  draft: ActingDraft;
  error: string | undefined;
  onChange: (draft: ActingDraft) => void;
}) {
  return (
    <fieldset className={styles.acting}>
      <legend>Run as</legend>
      <Field label="Who" isLabelHidden>
        {(control) => (
          <select
            {...control}
            value={draft.isUser ? "user" : "admin"}
            onChange={({ target }) =>
              onChange({ ...draft, isUser: target.value === "user" })
            }
          >
            <option value="admin">Administrator, not signed in</option>
            <option value="user">A user</option>
          </select>
        )}
      </Field>
      {draft.isUser && <User draft={draft} error={error} onChange={onChange} />}
    </fieldset>
  );
}

function User({ draft, error, onChange }: Parameters<typeof ActingForm>[0]) {
  const listId = useId();
  const users = useKnownUsers();
  return (
    <>
      <Field
        label="User"
        error={error}
        hint="The subject of their token; with Convex Auth the id of the user, |, and the id of a session"
      >
        {(control) => (
          <input
            {...control}
            list={listId}
            autoComplete="off"
            spellCheck={false}
            value={draft.subject}
            onChange={({ target }) =>
              onChange({ ...draft, subject: target.value })
            }
          />
        )}
      </Field>
      <datalist id={listId}>
        {users.map(({ subject, name }) => (
          <option key={subject} value={subject}>
            {name}
          </option>
        ))}
      </datalist>
      <Field
        label="Issuer"
        hint="The issuer of their token; this origin by default"
      >
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            spellCheck={false}
            value={draft.issuer}
            onChange={({ target }) =>
              onChange({ ...draft, issuer: target.value })
            }
          />
        )}
      </Field>
    </>
  );
}
