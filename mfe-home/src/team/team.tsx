import type { ModuleProps } from '@vidlunnia/contracts';
import { HeadedSection } from '../page-section';
import { COPY } from './copy';
import styles from './team.module.css';

/** Width of a portrait on the page. */
const SIZES = '(min-width: 62rem) 33vw, 50vw';

/** The quote in quotation marks. A full stop follows the marks, any other final sign precedes them. */
const quoted = (quote: string): string => (quote.endsWith('.') ? `«${quote.slice(0, -1)}».` : `«${quote}»`);

export function Team({ data }: ModuleProps<'home/Team'>) {
  return (
    <HeadedSection id="team" className={styles.team} copy={COPY} lead={data?.lead}>
      <ul className={styles.list}>
        {data?.people.map(({ name, position, quote, portrait, alt }) => (
          <li key={name} className={styles.person}>
            <img
              className={styles.portrait}
              src={portrait.url}
              {...(portrait.srcset !== undefined && { srcSet: portrait.srcset, sizes: SIZES })}
              // The frame's size
              width={480}
              height={600}
              loading="lazy"
              alt={alt}
            />
            <div className={styles.who}>
              <h3 className={styles.name}>{name}</h3>
              <p className={styles.position}>{position}</p>
            </div>
            <blockquote className={styles.quote}>{quoted(quote)}</blockquote>
          </li>
        ))}
      </ul>
    </HeadedSection>
  );
}
