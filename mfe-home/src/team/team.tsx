import { SectionHead, Wrap } from '@vidlunnia/ui';
import { PageSection, titleId } from '../page-section';
import { COPY } from './copy';
import styles from './team.module.css';

export function Team() {
  return (
    <PageSection id="team" className={styles.team}>
      <Wrap>
        <SectionHead label={COPY.label} title={COPY.title} titleId={titleId('team')} lead={COPY.lead} split />
        <ul className={styles.list}>
          {COPY.people.map(({ name, position, quote, portrait, alt }) => (
            <li key={name} className={styles.person}>
              <img
                className={styles.portrait}
                src={portrait}
                width={480}
                height={600}
                loading="lazy"
                alt={alt}
              />
              <div className={styles.who}>
                <h3 className={styles.name}>{name}</h3>
                <p className={styles.position}>{position}</p>
              </div>
              <blockquote className={styles.quote}>«{quote}»</blockquote>
            </li>
          ))}
        </ul>
      </Wrap>
    </PageSection>
  );
}
