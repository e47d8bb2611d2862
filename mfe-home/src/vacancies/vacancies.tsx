import { FORM_IDS, type ChosenPosition, type ModuleProps } from '@vidlunnia/contracts';
import { ArrowLink, SectionHead, Wrap } from '@vidlunnia/ui';
import { Fragment, useState } from 'react';
import { PageSection, titleId } from '../page-section';
import { COPY } from './copy';
import styles from './vacancies.module.css';

const positions = COPY.vacancies.map(({ title }) => title);

/** The vacancies, beside a slot for the application form. */
export function Vacancies({ form }: ModuleProps<'home/Vacancies'>) {
  const [chosen, setChosen] = useState<ChosenPosition | null>(null);
  return (
    <PageSection id="vacancies" className={styles.vacancies}>
      <Wrap className={styles.inner}>
        <SectionHead
          label={COPY.label}
          title={COPY.title}
          titleId={titleId('vacancies')}
          lead={COPY.lead}
          split
          className={styles.head}
        />
        <ul>
          {COPY.vacancies.map(({ title, salary, text }) => (
            <li key={title} className={styles.vacancy}>
              <h3 className={styles.title}>
                <WholeWords>{title}</WholeWords>
              </h3>
              <p className={styles.pay}>
                <span className={styles.salary}>{salary}</span>{' '}
                <span className={styles.note}>{COPY.salaryNote}</span>
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

/** Text that wraps only at spaces: a line could otherwise end after the slash of «Менеджер/ка». */
function WholeWords({ children }: { readonly children: string }) {
  return children.split(' ').map((word, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className={styles.word}>{word}</span>
    </Fragment>
  ));
}
