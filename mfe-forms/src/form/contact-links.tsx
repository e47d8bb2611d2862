import type { ContactDetails } from '@vidlunnia/shared/contracts';
import { Fragment } from 'react';
import styles from './submission-form.module.css';

interface ContactLinksProps {
  /** `{email}` and `{phone}` in it become links. */
  readonly text: string;
  readonly details: ContactDetails;
}

export function ContactLinks({ text, details }: ContactLinksProps) {
  return text.split(/(\{email\}|\{phone\})/).map((part, index) => {
    if (part === '{email}') {
      return (
        <a key={index} href={`mailto:${details.email}`}>
          {details.email}
        </a>
      );
    }
    if (part === '{phone}') {
      return (
        <a key={index} href={`tel:${details.phone.replaceAll(' ', '')}`} className={styles.phone}>
          {details.phone}
        </a>
      );
    }
    return <Fragment key={index}>{part}</Fragment>;
  });
}
