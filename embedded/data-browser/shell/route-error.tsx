import { useRouteError } from "react-router-dom";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { Page } from "../ui/page";

/** What is shown instead of a page that failed. */
export function RouteError() {
  const error = useRouteError();
  return (
    <Page title="This did not work">
      <Notice tone="hot">
        {error instanceof Error ? error.message : String(error)}
      </Notice>
      <p>
        <Button onClick={() => location.reload()}>Load again</Button>
      </p>
    </Page>
  );
}
