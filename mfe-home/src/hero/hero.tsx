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
      <span className={styles.dot} aria-hidden="true">
        <Echo />
      </span>
    </h1>
  );
}

/** Arcs around the full stop: the width of each line, and its path. */
const ARCS: readonly (readonly [number, string])[] = [
  [20, 'M810.8 749.1a52 52 0 0 1 0 101.8'],
  [20, 'M806.8 702.2A98 98 0 0 1 843 888.1'],
  [19, 'M851.3 659a150 150 0 0 1-56.5 290.9'],
  [17, 'M701.4 614.6A210 210 0 0 1 960.9 935'],
  [15, 'M770.5 519.5a282 282 0 0 1 251.7 454.1'],
  [12.5, 'M717.7 443.4a366 366 0 0 1 421.6 493.7'],
  [10, 'M688.2 351.7a462 462 0 0 1 494.8 706.6'],
  [7.5, 'M381.7 409.9A572 572 0 0 1 1344 976.8'],
  [5, 'M474.2 187.2a694 694 0 0 1 938.6 938.6'],
  [3, 'M105.6 415.1a794 794 0 0 1 1464.8 577'],
];

/** Inline, because an image in CSS would be a separate document with its own style and layout. */
const Echo = () => (
  <svg className={styles.echo} viewBox="0 0 1600 1600">
    <radialGradient id="hero-echo" gradientUnits="userSpaceOnUse" cx="800" cy="800" r="800">
      <stop offset=".2" />
      <stop offset=".42" />
      <stop offset=".9" />
    </radialGradient>
    {ARCS.map(([width, path]) => (
      <path key={path} strokeWidth={width} d={path} />
    ))}
  </svg>
);

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
