import { useRouteError } from "react-router-dom";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { Page } from "../ui/page";
import { errorMessage } from "../ui/error-message";

/** Replaces a page that threw an error. */
export function RouteError() {
  const error = useRouteError();
  return (
    <Page title="This did not work">
      <Notice tone="hot">{errorMessage(error)}</Notice>
      <p>
        <Button onClick={() => location.reload()}>Load again</Button>
      </p>
    </Page>
  );
}
