import type { ReactNode } from 'react';
import type { SectionId } from '@vidlunnia/contracts';
import { classNames, LAID_OUT_LATER } from '@vidlunnia/ui';

interface PageSectionProps {
  readonly id: SectionId;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Id of a section's heading. */
export const titleId = (id: SectionId): string => `${id}-title`;

/** Address of a section on its page. */
export const sectionLink = (id: SectionId): string => `#${id}`;

/** A section of the home page, labelled by its heading with the id `titleId(id)`. */
export function PageSection({ id, className, children }: PageSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={titleId(id)}
      className={classNames(className, id !== 'hero' && LAID_OUT_LATER)}
    >
      {children}
    </section>
  );
}
