import { ButtonLink, Wrap } from '@vidlunnia/shared/ui';
import { PageSection, sectionLink } from '../page-section/page-section';
import { copy } from './copy';
import { Headline } from './headline';
import styles from './hero.module.css';
import { Statistics } from './statistics';

/** First screen: the headline, whose full stop sends out the echo, and the agency in figures. */
export function Hero() {
  return (
    <PageSection id="hero" className={styles.hero}>
      <Wrap>
        <p className={styles.place}>{copy.place}</p>
        <Headline />
        <div className={styles.foot}>
          <div>
            <p className={styles.lead}>{copy.lead}</p>
            <p className={styles.actions}>
              <ButtonLink href={sectionLink('contact')}>{copy.start}</ButtonLink>
              <ButtonLink href={sectionLink('blog')} variant="ghost">
                {copy.cases}
              </ButtonLink>
            </p>
          </div>
          <Statistics />
        </div>
      </Wrap>
    </PageSection>
  );
}
