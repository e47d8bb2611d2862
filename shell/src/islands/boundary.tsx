import { Component, Suspense, type ReactNode } from 'react';

interface BoundaryProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
  readonly onFailure?: (error: unknown) => void;
}

/** Catches errors of a part of the page. */
export class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override getSnapshotBeforeUpdate(): Element | null {
    return document.activeElement;
  }

  /** Elements that were removed and restored lose the focus: returns it to a visitor who was about to type. */
  override componentDidUpdate(_: BoundaryProps, __: object, focused: Element | null) {
    if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) {
      focused.focus({ preventScroll: true });
    }
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure?.(error);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/**
 * Around a part of the page that the shell renders itself: if the header crashes, content and footer remain. On a
 * server `Suspense` catches the crash, and the browser renders the part again.
 */
export const PartBoundary = ({ children }: { readonly children: ReactNode }) => (
  <Boundary fallback={null}>
    <Suspense fallback={null}>{children}</Suspense>
  </Boundary>
);
