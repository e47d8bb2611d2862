import type { ContactDetails } from '@vidlunnia/shared/contracts';
import { copy } from './copy';
import styles from './working-hours.module.css';

export interface WorkingHoursProps {
  readonly hours: ContactDetails['hours'];
}

export function WorkingHours({ hours }: WorkingHoursProps) {
  return (
    <div className={styles.hours}>
      <h3 className={styles.title}>{copy.hours}</h3>
      <dl className={styles.list}>
        {hours.map(({ days, time }) => (
          <div key={days} className={styles.row}>
            <dt>{days}</dt>
            <dd className={styles.time}>{time}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
