import { Button } from "./button";
import { Panel } from "./panel";

/** Shown in place of content that failed to load; `children` is the title. */
export function LoadFailure({
  isPage = false,
  children,
}: {
  /** It is the only content of the page. */
  isPage?: boolean;
  children: string;
}) {
  const Title = isPage ? "h1" : "h2";
  return (
    <Panel aria-label={children}>
      <div className="stack gap-4 justify-items-start">
        <Title>{children}</Title>
        <p>Check your connection and try again.</p>
        <Button tone="signal" onClick={() => location.reload()}>
          Try again
        </Button>
      </div>
    </Panel>
  );
}
