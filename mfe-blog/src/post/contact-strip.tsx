import type { SectionId } from '@vidlunnia/contracts';
import { ButtonLink, Wrap } from '@vidlunnia/ui';
import { useId } from 'react';
import styles from './contact-strip.module.css';
import { COPY } from './copy';

const CONTACT_SECTION = 'contact' satisfies SectionId;

/** Link from a post to the contact form. */
export function ContactStrip() {
  const { title, text, start } = COPY.contact;
  const titleId = useId();
  return (
    <section className={styles.strip} aria-labelledby={titleId}>
      <Wrap className={styles.inner}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <div className={styles.way}>
          <p className={styles.text}>{text}</p>
          <ButtonLink href={`/#${CONTACT_SECTION}`}>{start}</ButtonLink>
        </div>
      </Wrap>
    </section>
  );
}
