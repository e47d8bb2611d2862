import type { ReactNode } from 'react';
import type { SectionId } from '@vidlunnia/contracts';
import { classNames, laidOutLater, SectionHead, Wrap } from '@vidlunnia/ui';

interface PageSectionProps {
  readonly id: SectionId;
  readonly className: string | undefined;
  /** Whether the whole section is laid out later; without it, its parts may be. */
  readonly isLater?: boolean;
  readonly children: ReactNode;
}

/** Id of a section's heading. */
export const titleId = (id: SectionId): string => `${id}-title`;

/** Address of a section on its page. */
export const sectionLink = (id: SectionId): string => `#${id}`;

/** A section of the home page, labelled by its heading with the id `titleId(id)`. */
export function PageSection({ id, className, isLater = id !== 'hero', children }: PageSectionProps) {
  return (
    <section id={id} aria-labelledby={titleId(id)} className={classNames(className, isLater && laidOutLater)}>
      {children}
    </section>
  );
}

interface HeadedSectionProps extends PageSectionProps {
  readonly copy: { readonly label: string; readonly title: string };
  readonly lead?: string | undefined;
  readonly headClassName?: string | undefined;
  readonly innerClassName?: string | undefined;
}

/** A section in the page's column, with its label, heading and lead. */
export const HeadedSection = ({
  copy,
  lead,
  headClassName,
  innerClassName,
  children,
  ...section
}: HeadedSectionProps) => (
  <PageSection {...section}>
    <Wrap className={innerClassName}>
      <SectionHead
        label={copy.label}
        title={copy.title}
        titleId={titleId(section.id)}
        lead={lead}
        className={headClassName}
      />
      {children}
    </Wrap>
  </PageSection>
);
