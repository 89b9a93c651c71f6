import { useState } from "react";
import { TextField } from "../../ui/text-field";

/**
 * Codes match exactly as typed, so the field changes nothing but the spaces of a pasted code, and shows every letter
 * in the case it will be sent in.
 */
export function InviteCodeField({ error }: { error: string | undefined }) {
  const [code, setCode] = useState("");
  return (
    <TextField
      label="Invite code"
      name="inviteCode"
      hint="Six capital letters and digits, exactly as your teammate sees them."
      error={error}
      value={code}
      onChange={(event) => setCode(event.target.value.replace(/\s/gu, ""))}
      isCode
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
