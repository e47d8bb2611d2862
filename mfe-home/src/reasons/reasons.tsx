import type { ModuleProps } from '@vidlunnia/contracts';
import { HeadedSection } from '../page-section';
import { COPY } from './copy';
import styles from './reasons.module.css';

/** Six numbered reasons in two rows of three. */
export function Reasons({ data }: ModuleProps<'home/Reasons'>) {
  return (
    <HeadedSection id="reasons" className={styles.reasons} copy={COPY} headClassName={styles.head}>
      <ol className={styles.list}>
        {data?.reasons.map(({ title, text }, index) => (
          <li key={title} className={styles.reason}>
            <span className={styles.number}>{String(index + 1).padStart(2, '0')}</span>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
    </HeadedSection>
  );
}
