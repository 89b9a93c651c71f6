import { Link } from "react-router-dom";
import { paths } from "../navigation/paths";
import { Page } from "../ui/page";

export function NotFound() {
  return (
    <Page title="Not found">
      <p>
        There is nothing at this address. <Link to={paths.home}>Tables</Link>
      </p>
    </Page>
  );
}
