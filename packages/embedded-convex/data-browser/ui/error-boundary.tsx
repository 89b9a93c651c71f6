import { Component, type ReactNode } from "react";
import { Notice } from "./notice";
import { errorMessage } from "./error-message";

type State = { error: unknown; hasFailed: boolean };

/** Shows the error in place of its children. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, hasFailed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasFailed: true };
  }

  override render(): ReactNode {
    const { error, hasFailed } = this.state;
    if (!hasFailed) return this.props.children;
    return <Notice>{errorMessage(error)}</Notice>;
  }
}
