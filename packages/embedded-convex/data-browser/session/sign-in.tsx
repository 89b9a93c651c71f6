import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { titleOf, SiteLink } from "../ui/site";
import { sessionStore, type KeyCheck } from "./session-store";
import styles from "./sign-in.module.css";

const WORDS: Record<Exclude<KeyCheck, "accepted">, string> = {
  refused:
    "This is not the admin key of this backend. Copy it again, whole and without quotes.",
  unreachable: "The backend does not answer. Is it running? Try again.",
};

/** Asks for the admin key. */
export function SignIn({ notice }: { notice: string | null }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const [error, setError] = useState<string>();
  const [isChecking, setChecking] = useState(false);
  const submit = async () => {
    const key = input.current?.value.trim() ?? "";
    if (key === "") return setError("Enter the admin key.");
    setChecking(true);
    const check = await sessionStore.signIn(key);
    setChecking(false);
    if (check === "accepted") return;
    setError(WORDS[check]);
    input.current?.focus();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={onSubmit} noValidate>
        <SiteLink />
        <title>{titleOf("Sign in")}</title>
        <h1>Data browser</h1>
        {notice !== null && <Notice>{notice}</Notice>}
        <TextField
          ref={input}
          type="password"
          label="Admin key"
          error={error}
          hint={
            <>
              On the backend's machine, <code>npm run --silent admin-key</code>{" "}
              prints it. It is kept until this tab is closed.
            </>
          }
        />
        <Button type="submit" tone="signal" isBusy={isChecking}>
          {isChecking ? "Checking" : "Sign in"}
        </Button>
      </form>
    </main>
  );
}
