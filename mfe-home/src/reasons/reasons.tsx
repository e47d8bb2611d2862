import { SectionHead, Wrap } from '@vidlunnia/ui';
import { PageSection, titleId } from '../page-section';
import { COPY } from './copy';
import styles from './reasons.module.css';

/** Six numbered reasons in two rows of three. */
export function Reasons() {
  return (
    <PageSection id="reasons" className={styles.reasons}>
      <Wrap>
        <SectionHead
          label={COPY.label}
          title={COPY.title}
          titleId={titleId('reasons')}
          className={styles.head}
        />
        <ol className={styles.list}>
          {COPY.reasons.map(({ number, title, text }) => (
            <li key={number} className={styles.reason}>
              <span className={styles.number}>{number}</span>
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ol>
      </Wrap>
    </PageSection>
  );
}
