import type { ReactNode } from 'react';
import styles from './echo-label.module.css';

/**
 * A section's label with its echo; the n-th section of the page has n arcs. Panels recolour it by `--label` and
 * `--label-mark`.
 */
export const EchoLabel = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.label}>{children}</p>
);
