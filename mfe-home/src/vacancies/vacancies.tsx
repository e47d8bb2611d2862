import { FORM_IDS, type ChosenPosition, type ModuleProps } from '@vidlunnia/contracts';
import { ArrowLink, SectionHead, Wrap, formatPrice } from '@vidlunnia/ui';
import { useMemo, useState } from 'react';
import { PageSection, titleId } from '../page-section';
import { COPY, EMPLOYMENT } from './copy';
import styles from './vacancies.module.css';

/** The vacancies, next to a slot for the application form. The form gets their titles as positions. */
export function Vacancies({ data, form }: ModuleProps<'home/Vacancies'>) {
  const vacancies = data?.vacancies;
  const positions = useMemo(() => vacancies?.map(({ title }) => title) ?? [], [vacancies]);
  const [chosen, setChosen] = useState<ChosenPosition | null>(null);
  return (
    <PageSection id="vacancies" className={styles.vacancies}>
      <Wrap className={styles.inner}>
        <SectionHead
          label={COPY.label}
          title={COPY.title}
          titleId={titleId('vacancies')}
          lead={data?.lead}
          split
          className={styles.head}
        />
        <ul>
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
        <div className={styles.form}>{form({ positions, chosen })}</div>
      </Wrap>
    </PageSection>
  );
}

/** In hryvnias; one figure if the ends are equal. */
const salaryText = (from: number, to: number): string =>
  `${[...new Set([from, to])].map(formatPrice).join('–')}\u00A0₴`;
