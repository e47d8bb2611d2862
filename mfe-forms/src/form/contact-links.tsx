import type { ContactDetails } from '@vidlunnia/shared/contracts';
import type { ReactNode } from 'react';
import styles from './submission-form.module.css';

/** How to reach the agency, for texts that name it. */
export type ContactLinks = Readonly<Record<'email' | 'phone', ReactNode>>;

export const contactLinks = ({ email, phone }: ContactDetails): ContactLinks => ({
  email: (
    <a key="email" href={`mailto:${email}`}>
      {email}
    </a>
  ),
  phone: (
    <a key="phone" href={`tel:${phone.replaceAll(' ', '')}`} className={styles.phone}>
      {phone}
    </a>
  ),
});
