import type { ReactNode } from 'react';
import { classNames } from '../class-names/class-names.ts';
import { EchoLabel } from '../echo-label/echo-label.tsx';
import styles from './section-head.module.css';

export interface SectionHeadProps {
  readonly label: ReactNode;
  readonly title: ReactNode;
  /** For the section's `aria-labelledby`. */
  readonly titleId: string;
  /** Next to the title if there is room. */
  readonly lead?: ReactNode;
  readonly className?: string | undefined;
}

export function SectionHead({ label, title, titleId, lead, className }: SectionHeadProps) {
  return (
    <header className={classNames(lead !== undefined && styles.split, className)}>
      <EchoLabel>{label}</EchoLabel>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
    </header>
  );
}
