import { useQuery } from "convex/react";
import { useId } from "react";
import { adminApi, type TableDocument } from "../../admin/admin-api";
import { Field } from "../ui/field";
import type { ActingDraft } from "./acting-as";
import styles from "./functions.module.css";

const USERS = "users";
const SUGGESTED = 100;

/** Chooses on whose behalf a function runs. */
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
            <option value="admin">Administrator, signed in as nobody</option>
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
  const users = useUsers();
  return (
    <>
      <Field
        label="User"
        error={error}
        hint="What the token calls its subject; with Convex Auth the id in the table users"
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
        {users.map((user) => (
          <option key={user._id} value={user._id}>
            {nameOf(user)}
          </option>
        ))}
      </datalist>
      <Field label="Issuer" hint="Who vouches for them; here by default">
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

/** The newest users, where there is a table of that name. */
function useUsers(): TableDocument[] {
  const tables = useQuery(adminApi.tables, {});
  const hasUsers = tables?.page.some(({ name }) => name === USERS) ?? false;
  const paginationOpts = { numItems: SUGGESTED, cursor: null };
  const found = useQuery(
    adminApi.documents,
    hasUsers ? { table: USERS, filters: null, paginationOpts } : "skip",
  );
  return found?.page ?? [];
}

function nameOf({ name, email, displayName }: TableDocument): string {
  return [displayName ?? name, email]
    .filter((text) => typeof text === "string")
    .join(", ");
}
