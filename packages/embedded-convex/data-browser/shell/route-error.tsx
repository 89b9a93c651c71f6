import { useRouteError, Link } from "react-router-dom";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { Page } from "../ui/page";
import { errorMessage } from "../ui/error-message";
import { paths } from "../navigation/paths";

/** Replaces a page that threw an error. */
export function RouteError() {
  const error = useRouteError();
  return (
    <Page title="This did not work">
      <Notice>{errorMessage(error)}</Notice>
      <p>
        <Button onClick={() => location.reload()}>Load again</Button>
      </p>
    </Page>
  );
}

export function NotFound() {
  return (
    <Page title="Not found">
      <p>
        There is nothing at this address. <Link to={paths.home}>Tables</Link>
      </p>
    </Page>
  );
}
