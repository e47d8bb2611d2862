import { Fragment } from 'react';
import { titleId } from '../page-section/page-section';
import { copy } from './copy';
import styles from './headline.module.css';

/** The headline in its drawn lines. The full stop is a drawing: it is the source of the echo. */
export function Headline() {
  return (
    <h1 id={titleId('hero')} className={styles.headline}>
      {copy.title.map((line, index) => (
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
