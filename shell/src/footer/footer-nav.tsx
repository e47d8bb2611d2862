import { TEXTS } from '../site';
import { FOOTER_LINKS } from './footer-links';
import styles from './footer.module.css';

export function FooterNav() {
  return (
    <nav className={styles.nav} aria-label={TEXTS['a11y.nav.footer']}>
      {FOOTER_LINKS.map(({ title, links }) => (
        <div key={title}>
          <h2>{title}</h2>
          <ul>
            {links.map(({ text, href }) => (
              <li key={text}>
                <a href={href}>{text}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
