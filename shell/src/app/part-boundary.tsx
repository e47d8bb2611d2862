import { Suspense, type ReactNode } from 'react';
import { Boundary } from '../islands/boundary';

/**
 * Around a part of the page that the shell makes itself: if the header crashes, the content and the footer stay. On a
 * server `Suspense` keeps the crash to the part, and the browser tries it again.
 */
export const PartBoundary = ({ children }: { readonly children: ReactNode }) => (
  <Boundary fallback={null}>
    <Suspense fallback={null}>{children}</Suspense>
  </Boundary>
);
