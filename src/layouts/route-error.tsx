import { useEffect } from "react";
import { Button } from "../ui/button";
import { Panel } from "../ui/panel";

export function RouteError() {
  useEffect(() => {
    document.title = "Something broke";
  }, []);
  return (
    <div className="container">
      <Panel aria-labelledby="route-error">
        <h1 id="route-error">This page broke</h1>
        <p>That was our mistake, not yours. Loading it again usually helps.</p>
        <Button tone="signal" onClick={() => location.reload()}>
          Load again
        </Button>
      </Panel>
    </div>
  );
}
