import type { ReactNode } from 'react';
import { SiteFooter } from '../footer';
import { SkipLink } from '../header';
import { currentYear } from './current-year';

/** What stands on every page: the way to its content, a header, the content, the footer. */
export function PageFrame({
  header,
  children,
}: {
  readonly header: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      <SkipLink />
      {header}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter year={currentYear()} />
    </>
  );
}
