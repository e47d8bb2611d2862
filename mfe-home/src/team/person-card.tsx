import type { Person } from './people';
import styles from './person-card.module.css';

export interface PersonCardProps {
  readonly person: Person;
}

/** A member of the team as an item of the list. */
export function PersonCard({ person }: PersonCardProps) {
  const { name, position, quote, portrait, alt } = person;
  return (
    <li className={styles.person}>
      <img className={styles.portrait} src={portrait} width={480} height={600} loading="lazy" alt={alt} />
      <div className={styles.who}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.position}>{position}</p>
      </div>
      <blockquote className={styles.quote}>«{quote}»</blockquote>
    </li>
  );
}
