import type { ModuleProps } from '@vidlunnia/contracts';
import { HeadedSection } from '../page-section';
import styles from './about.module.css';
import { COPY } from './copy';

/** Two figures on a diagonal, the agency's story between them. */
export function About({ data, satisfactionSource }: ModuleProps<'home/About'>) {
  const { specialists, support } = COPY;
  return (
    <HeadedSection
      id="about"
      className={styles.about}
      innerClassName={styles.inner}
      copy={COPY}
      headClassName={styles.head}
    >
      <p className={styles.people}>
        <b className={styles.value}>{specialists.value}</b>{' '}
        <span className={styles.label}>{specialists.label}</span>
      </p>
      <div className={styles.story}>
        {data?.story.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {satisfactionSource && <p className={styles.note}>{satisfactionSource}</p>}
      </div>
      <div className={styles.support}>
        <p>
          <b className={styles.value}>{support.value}</b>{' '}
          <span className={styles.label}>{support.label}</span>
        </p>
        {data && <p className={styles.note}>{data.support}</p>}
      </div>
    </HeadedSection>
  );
}
