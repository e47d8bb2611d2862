import { FORM_IDS, type ChosenPosition, type ModuleProps } from '@vidlunnia/contracts';
import { ArrowLink, SectionHead, Wrap, formatPrice } from '@vidlunnia/ui';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { PageSection, titleId } from '../page-section';
import { COPY, EMPLOYMENT } from './copy';
import { jobPostings } from './job-postings';
import styles from './vacancies.module.css';

/** The vacancies, next to a slot for the application form. The form gets their titles as positions. */
export function Vacancies({ data, form, details }: ModuleProps<'home/Vacancies'>) {
  const vacancies = data?.vacancies;
  const positions = useMemo(() => vacancies?.map(({ title }) => title) ?? [], [vacancies]);
  const [chosen, setChosen] = useState<ChosenPosition | null>(null);
  const isServed = useIsServed();
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
      {/* Only on the server, because search engines read its HTML, and Trusted Types forbid new scripts. */}
      {isServed && vacancies && details && (
        <script
          type="application/ld+json"
          suppressHydrationWarning // React's development build creates elements to compare HTML
          dangerouslySetInnerHTML={{ __html: jobPostings(vacancies, details) }}
        />
      )}
    </PageSection>
  );
}

/** In hryvnias; one figure if the ends are equal. */
const salaryText = (from: number, to: number): string =>
  `${[...new Set([from, to])].map(formatPrice).join('–')}\u00A0₴`;

const neverChanges = () => () => undefined;

/** Whether this is server-rendered HTML, also after its hydration. */
function useIsServed(): boolean {
  const isServedNow = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );
  const [isServed] = useState(isServedNow);
  return isServed;
}
