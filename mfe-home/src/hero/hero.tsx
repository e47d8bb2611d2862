import type { ModuleProps } from '@vidlunnia/contracts';
import { ButtonLink, VisuallyHidden, Wrap } from '@vidlunnia/ui';
import { Fragment } from 'react';
import { PageSection, sectionLink, titleId } from '../page-section';
import { COPY } from './copy';
import styles from './hero.module.css';

/** First screen: the headline and figures about the agency. */
export function Hero({ data }: ModuleProps<'home/Hero'>) {
  return (
    <PageSection id="hero" className={styles.hero}>
      <Wrap>
        <p className={styles.place}>{COPY.place}</p>
        <Headline />
        <div className={styles.foot}>
          <div>
            {data && <p className={styles.lead}>{data.lead}</p>}
            <p className={styles.actions}>
              <ButtonLink href={sectionLink('contact')}>{COPY.start}</ButtonLink>
              <ButtonLink href={sectionLink('blog')} variant="ghost">
                {COPY.cases}
              </ButtonLink>
            </p>
          </div>
          <Statistics />
        </div>
      </Wrap>
    </PageSection>
  );
}

/** The headline in fixed lines. The full stop is a drawing: the source of the echo. */
function Headline() {
  return (
    <h1 id={titleId('hero')} className={styles.headline}>
      {COPY.title.map((line, index) => (
        <Fragment key={line}>
          {index > 0 && (
            <>
              {' '}
              <br />
            </>
          )}
          {line}
        </Fragment>
      ))}
      <span className={styles.dot} aria-hidden="true" />
    </h1>
  );
}

function Statistics() {
  return (
    <div>
      <VisuallyHidden as="h2">{COPY.statisticsTitle}</VisuallyHidden>
      <dl className={styles.statistics}>
        {COPY.statistics.map(({ value, label }) => (
          <div key={label} className={styles.statistic}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
