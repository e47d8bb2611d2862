import type { ModuleProps } from '@vidlunnia/shared/contracts';
import { EchoLabel } from '@vidlunnia/shared/ui';
import { PageSection, titleId } from '../page-section/page-section';
import { ContactDetailsList } from './contact-details-list';
import styles from './contact.module.css';
import { copy } from './copy';
import { WorkingHours } from './working-hours';

/** A split panel: how to reach the agency on the left, the slot for the contact form on the right. */
export function Contact({ details, form }: ModuleProps<'home/Contact'>) {
  return (
    <PageSection id="contact" className={styles.contact}>
      <div className={styles.panel}>
        <EchoLabel echo={7}>{copy.label}</EchoLabel>
        <h2 id={titleId('contact')} className={styles.title}>
          {copy.title}
        </h2>
        <p className={styles.lead}>{copy.lead}</p>
        <ContactDetailsList details={details} />
        <WorkingHours hours={details.hours} />
      </div>
      <div className={styles.form}>{form}</div>
    </PageSection>
  );
}
