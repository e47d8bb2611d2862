import type { ContactDetails, FormOutcome } from '@vidlunnia/shared/contracts';
import type { Notices } from '../submission/notices';
import { ContactLinks } from './contact-links';
import styles from './outcome-note.module.css';

interface OutcomeNoteProps {
  readonly outcome: FormOutcome;
  readonly notices: Notices;
  readonly texts: { readonly accepted: string; readonly rejected: string };
  readonly details: ContactDetails;
}

/** Tells a visitor without scripts what became of the form: the specification's text, and what comes next. */
export function OutcomeNote({ outcome: { accepted }, notices, texts, details }: OutcomeNoteProps) {
  return (
    <div className={styles.note} role={accepted ? 'status' : 'alert'} data-rejected={!accepted}>
      <p className={styles.title}>{accepted ? notices.success : notices.error}</p>
      <p>
        <ContactLinks text={accepted ? texts.accepted : texts.rejected} details={details} />
      </p>
    </div>
  );
}
