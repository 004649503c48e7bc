import { Component, type ComponentChildren } from "preact";
import { lineOf } from "./words.ts";

interface FallbackProps {
  /** What would have been shown, in a few words. */
  readonly what: string;
  readonly children: ComponentChildren;
}

/** Keeps a part of the page that fails from taking the rest with it, and says what happened. */
export class Fallback extends Component<FallbackProps, { readonly problem: string | null }> {
  override state = { problem: null };

  override componentDidCatch(error: unknown): void {
    this.setState({ problem: error instanceof Error ? error.message : String(error) });
  }

  override render({ what, children }: FallbackProps, { problem }: { readonly problem: string | null }): ComponentChildren {
    if (problem === null) return children;
    return (
      <p class="empty" role="alert">
        {what} cannot be shown: {lineOf(problem, 300)}
      </p>
    );
  }
}
