import { PRIVACY_PATH, type ContactDetails } from '@vidlunnia/contracts';
import type { ReactNode } from 'react';
import styles from './submission-form.module.css';

/** Contact details and the link to the privacy page, for texts with placeholders for them. */
export type ContactLinks = Readonly<Record<'email' | 'phone' | 'privacy', ReactNode>>;

export const contactLinks = ({ email, phone }: ContactDetails): ContactLinks => ({
  email: (
    <a key="email" href={`mailto:${email}`}>
      {email}
    </a>
  ),
  privacy: (
    <a key="privacy" href={PRIVACY_PATH}>
      Що ми робимо з вашими даними
    </a>
  ),
  phone: (
    <a key="phone" href={`tel:${phone.replaceAll(' ', '')}`} className={styles.phone}>
      {phone}
    </a>
  ),
});
