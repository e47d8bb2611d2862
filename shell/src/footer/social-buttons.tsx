import { Icon } from '@vidlunnia/shared/ui';
import { TEXTS } from '../site';
import styles from './footer.module.css';

const NETWORKS = ['telegram', 'instagram', 'facebook', 'linkedin'] as const;

/** Buttons without an action: the specification (section 2) shows none. */
export function SocialButtons() {
  return (
    <ul className={styles.social} aria-label={TEXTS['footer.social.title']}>
      {NETWORKS.map((network) => (
        <li key={network}>
          <button type="button" aria-label={TEXTS[`footer.social.${network}`]}>
            <Icon name={network} />
          </button>
        </li>
      ))}
    </ul>
  );
}
