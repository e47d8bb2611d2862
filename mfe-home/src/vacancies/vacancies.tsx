import { FORM_IDS, type ChosenPosition, type ModuleProps } from '@vidlunnia/contracts';
import { ArrowLink, classNames, formatPrice, laidOutLater } from '@vidlunnia/ui';
import { useMemo, useState } from 'react';
import { HeadedSection } from '../page-section';
import { COPY, EMPLOYMENT } from './copy';
import styles from './vacancies.module.css';

/** The vacancies, next to a slot for the application form. The form gets their titles as positions. */
export function Vacancies({ data, form }: ModuleProps<'home/Vacancies'>) {
  const vacancies = data?.vacancies;
  const positions = useMemo(() => vacancies?.map(({ title }) => title) ?? [], [vacancies]);
  const [chosen, setChosen] = useState<ChosenPosition | null>(null);
  return (
    <HeadedSection
      id="vacancies"
      className={styles.vacancies}
      innerClassName={styles.inner}
      copy={COPY}
      lead={data?.lead}
      headClassName={styles.head}
      isLater={false}
    >
      <ul className={laidOutLater}>
        {vacancies?.map(({ title, salary_from, salary_to, employment, terms, text }) => (
          <li key={title} className={styles.vacancy}>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.pay}>
              <span className={styles.salary}>{salaryText(salary_from, salary_to)}</span>{' '}
              <span className={styles.note}>
                {[COPY.perMonth, EMPLOYMENT[employment], terms].filter(Boolean).join(', ')}
              </span>
            </p>
            <p className={styles.text}>{text}</p>
            <ArrowLink
              href={`#${FORM_IDS.application}`}
              aria-label={COPY.applyLabel(title)}
              className={styles.apply}
              onClick={() => {
                setChosen({ position: title });
              }}
            >
              {COPY.apply}
            </ArrowLink>
          </li>
        ))}
      </ul>
      <div className={classNames(styles.form, laidOutLater)}>{form({ positions, chosen })}</div>
    </HeadedSection>
  );
}

/** In hryvnias; one figure if the ends are equal. */
const salaryText = (from: number, to: number): string =>
  `${[...new Set([from, to])].map(formatPrice).join('–')}\u00A0₴`;
