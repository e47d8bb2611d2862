import { BrandMark } from './brand-mark';
import styles from './brand.module.css';
import { TEXTS } from './texts';

export interface BrandLinkProps {
  readonly onClick?: () => void;
}

/** The agency's sign and name; leads to the top of the home page. */
export function BrandLink(props: BrandLinkProps) {
  return (
    <a {...props} className={styles.brand} href="/" aria-label={TEXTS['a11y.brand']}>
      <BrandMark />
      <span className={styles.name}>{TEXTS['brand.name']}</span>
    </a>
  );
}
