import type { ReactNode } from 'react';
import type { SectionId } from '@vidlunnia/contracts';

interface PageSectionProps {
  readonly id: SectionId;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Id of the heading that names a section. */
export const titleId = (id: SectionId): string => `${id}-title`;

/** Address of a section on its page. */
export const sectionLink = (id: SectionId): string => `#${id}`;

/** A section of the home page, named by the heading with `titleId(id)` in it. */
export function PageSection({ id, className, children }: PageSectionProps) {
  return (
    <section id={id} aria-labelledby={titleId(id)} className={className}>
      {children}
    </section>
  );
}
