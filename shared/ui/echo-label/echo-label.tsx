import type { ReactNode } from 'react';
import styles from './echo-label.module.css';

export interface EchoLabelProps {
  /** Number of arcs: the n-th section of the page carries n. */
  readonly echo: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  readonly children: ReactNode;
}

/** A section's label with its echo. `--label` and `--label-mark` recolour it on a panel. */
export function EchoLabel({ echo, children }: EchoLabelProps) {
  return (
    <p className={styles.label} data-echo={echo}>
      {children}
    </p>
  );
}
