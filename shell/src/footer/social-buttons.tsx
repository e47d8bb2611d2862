import { Icon } from '@vidlunnia/ui';
import { SOCIAL_LINKS, TEXTS } from '../site';
import styles from './footer.module.css';

const NETWORKS = ['telegram', 'instagram', 'facebook', 'linkedin'] as const;

interface SocialButtonsProps {
  readonly links?: Readonly<Record<(typeof NETWORKS)[number], string>>;
}

/** The specification (section 2) has the buttons and shows no action: they lead where the owner says. */
export function SocialButtons({ links = SOCIAL_LINKS }: SocialButtonsProps) {
  const shown = NETWORKS.filter((network) => links[network] !== '');
  if (shown.length === 0) return null;
  return (
    <ul className={styles.social} aria-label={TEXTS['footer.social.title']}>
      {shown.map((network) => (
        <li key={network}>
          <a href={links[network]} rel="me" aria-label={TEXTS[`footer.social.${network}`]}>
            <Icon name={network} />
          </a>
        </li>
      ))}
    </ul>
  );
}
