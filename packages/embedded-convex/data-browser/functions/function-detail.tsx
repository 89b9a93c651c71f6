import type { Ref } from "react";
import { describeValidator } from "../values/validator";
import type { ListedFunction } from "./listed-functions";
import { FunctionRunner } from "./function-runner";
import styles from "./functions.module.css";

/** One function: its kind, and a form to run it. */
export function FunctionDetail({
  fn,
  heading,
}: {
  fn: ListedFunction;
  heading: Ref<HTMLHeadingElement>;
}) {
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {fn.id}
      </h2>
      <p className={styles.quiet}>
        {fn.isInternal ? "Internal" : "Public"} {KINDS[fn.kind]}
        {fn.returns !== null && `, returns ${describeValidator(fn.returns)}`}
      </p>
      {fn.kind === "HttpAction" ? (
        <Route name={fn.name} />
      ) : (
        <FunctionRunner key={fn.id} fn={fn} />
      )}
    </>
  );
}

export const KINDS: Record<ListedFunction["kind"], string> = {
  Query: "query",
  Mutation: "mutation",
  Action: "action",
  HttpAction: "HTTP route",
};

function Route({ name }: { name: string }) {
  const [method = "GET", path = "/"] = name.split(" ");
  const url = `${location.origin}${path}`;
  return (
    <>
      <p>Call it over HTTP, for example:</p>
      <pre className={styles.value}>{`curl --request ${method} '${url}'`}</pre>
    </>
  );
}
