import { Component, Suspense, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
}

/**
 * Around a part of the page that the shell makes itself: if the header crashes, the content and the footer stay. On a
 * server `Suspense` keeps the crash to the part, and the browser tries it again.
 */
export class PartBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? null : <Suspense fallback={null}>{this.props.children}</Suspense>;
  }
}
