import { Component, Suspense, type ReactNode } from 'react';

interface BoundaryProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
  readonly onFailure?: (error: unknown) => void;
}

/** Keeps what a part of the page throws to that part. */
export class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override getSnapshotBeforeUpdate(): Element | null {
    return document.activeElement;
  }

  /** Elements that were taken out and put back lose the focus: who was about to type in them goes on. */
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
 * Around a part of the page that the shell makes itself: if the header crashes, the content and the footer stay. On a
 * server `Suspense` keeps the crash to the part, and the browser tries it again.
 */
export const PartBoundary = ({ children }: { readonly children: ReactNode }) => (
  <Boundary fallback={null}>
    <Suspense fallback={null}>{children}</Suspense>
  </Boundary>
);
