import type { ContactDetails } from '@vidlunnia/shared/contracts';
import { VisuallyHidden } from '@vidlunnia/shared/ui';
import styles from './contact-details-list.module.css';
import { copy } from './copy';

export interface ContactDetailsListProps {
  readonly details: ContactDetails;
}

export function ContactDetailsList({ details: { phone, email, address } }: ContactDetailsListProps) {
  return (
    <>
      <VisuallyHidden as="h3">{copy.detailsTitle}</VisuallyHidden>
      <address className={styles.details}>
        <p>
          <VisuallyHidden>{copy.phone}</VisuallyHidden>{' '}
          <a className={styles.phone} href={`tel:${phone.replace(/\s/g, '')}`}>
            {phone}
          </a>
        </p>
        <p>
          <VisuallyHidden>{copy.email}</VisuallyHidden>{' '}
          <a className={styles.email} href={`mailto:${email}`}>
            {email}
          </a>
        </p>
        <p>
          <VisuallyHidden>{copy.address}</VisuallyHidden> {address}
        </p>
      </address>
    </>
  );
}
