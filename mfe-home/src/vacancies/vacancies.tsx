import { useState } from 'react';
import type { ChosenPosition, ModuleProps } from '@vidlunnia/shared/contracts';
import { SectionHead, Wrap } from '@vidlunnia/shared/ui';
import { PageSection, titleId } from '../page-section/page-section';
import { copy } from './copy';
import { OPEN_VACANCIES } from './open-vacancies';
import styles from './vacancies.module.css';
import { VacancyItem } from './vacancy-item';

const positions = OPEN_VACANCIES.map(({ title }) => title);

/** The vacancies beside a slot for the form in which a visitor applies for one of them. */
export function Vacancies({ form }: ModuleProps<'home/Vacancies'>) {
  const [chosen, setChosen] = useState<ChosenPosition | null>(null);
  return (
    <PageSection id="vacancies" className={styles.vacancies}>
      <Wrap className={styles.inner}>
        <SectionHead
          echo={5}
          label={copy.label}
          title={copy.title}
          titleId={titleId('vacancies')}
          lead={copy.lead}
          split
          className={styles.head}
        />
        <ul>
          {OPEN_VACANCIES.map((vacancy) => (
            <VacancyItem key={vacancy.title} vacancy={vacancy} onChoose={setChosen} />
          ))}
        </ul>
        <div className={styles.form}>{form({ positions, chosen })}</div>
      </Wrap>
    </PageSection>
  );
}
