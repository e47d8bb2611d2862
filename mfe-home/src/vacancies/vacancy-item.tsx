import { FORM_IDS, type ChosenPosition } from '@vidlunnia/shared/contracts';
import { ArrowLink } from '@vidlunnia/shared/ui';
import { copy } from './copy';
import type { OpenVacancy } from './open-vacancies';
import styles from './vacancy-item.module.css';
import { WholeWords } from './whole-words';

export interface VacancyItemProps {
  readonly vacancy: OpenVacancy;
  readonly onChoose: (chosen: ChosenPosition) => void;
}

export function VacancyItem({ vacancy, onChoose }: VacancyItemProps) {
  const { title, salary, text } = vacancy;
  return (
    <li className={styles.vacancy}>
      <h3 className={styles.title}>
        <WholeWords>{title}</WholeWords>
      </h3>
      <p className={styles.pay}>
        <span className={styles.salary}>{salary}</span> <span className={styles.note}>{copy.salaryNote}</span>
      </p>
      <p className={styles.text}>{text}</p>
      <ArrowLink
        href={`#${FORM_IDS.application}`}
        aria-label={copy.applyLabel(title)}
        className={styles.apply}
        onClick={() => {
          onChoose({ position: title });
        }}
      >
        {copy.apply}
      </ArrowLink>
    </li>
  );
}
