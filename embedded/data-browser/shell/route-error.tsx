import { useRouteError } from "react-router-dom";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { Page } from "../ui/page";
import { plainMessage } from "../ui/plain-message";

/** What is shown instead of a page that failed. */
export function RouteError() {
  const error = useRouteError();
  return (
    <Page title="This did not work">
      <Notice tone="hot">{plainMessage(error)}</Notice>
      <p>
        <Button onClick={() => location.reload()}>Load again</Button>
      </p>
    </Page>
  );
}
