import styles from './brand.module.css';
import { TEXTS } from './texts';

interface BrandLinkProps {
  readonly onClick?: () => void;
}

/** The agency's logo and name, as a link to the top of the home page. */
export function BrandLink(props: BrandLinkProps) {
  return (
    <a {...props} className={styles.brand} href="/" aria-label={TEXTS['a11y.brand']}>
      {/* A letter whose dot sends an echo. */}
      <svg className={styles.mark} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        <g fill="none" stroke="currentColor">
          <path
            strokeWidth="5"
            d="M6.5 3v42M4 5.5h14a8.25 8.25 0 0 1 0 16.5H9M18 22h.75a10.25 10.25 0 0 1 0 20.5H4"
          />
          <path strokeWidth="3" strokeLinecap="round" d="M31.6 18.2A19.6 19.6 0 0 1 31.6 46.3" />
          <path strokeWidth="2" strokeLinecap="round" d="M38 16.6A25.4 25.4 0 0 1 38 47.9" />
        </g>
        <circle className={styles.source} cx="17.5" cy="32.25" r="4.75" />
      </svg>
      <span className={styles.name}>{TEXTS['brand.name']}</span>
    </a>
  );
}
