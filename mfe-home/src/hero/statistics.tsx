import { VisuallyHidden } from '@vidlunnia/shared/ui';
import { copy } from './copy';
import styles from './statistics.module.css';

export function Statistics() {
  return (
    <div>
      <VisuallyHidden as="h2">{copy.statisticsTitle}</VisuallyHidden>
      <dl className={styles.statistics}>
        {copy.statistics.map(({ value, label }) => (
          <div key={label} className={styles.statistic}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
