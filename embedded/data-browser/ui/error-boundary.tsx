import { Component, type ReactNode } from "react";
import { Notice } from "./notice";
import { plainMessage } from "./plain-message";

type State = { error: unknown; hasFailed: boolean };

/** Says what went wrong in its place, and leaves what is around it alone. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, hasFailed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasFailed: true };
  }

  override render(): ReactNode {
    const { error, hasFailed } = this.state;
    if (!hasFailed) return this.props.children;
    return <Notice tone="hot">{plainMessage(error)}</Notice>;
  }
}
