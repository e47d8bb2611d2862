import type { ContactDetails, FormOutcome } from '@vidlunnia/shared/contracts';
import { Button, classNames } from '@vidlunnia/shared/ui';
import { useId, useState, type ReactNode, type Ref, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Notices } from '../submission/notices';
import { useSubmission, type Send } from '../submission/use-submission';
import { ContactLinks } from './contact-links';
import { formCopy } from './copy';
import { OutcomeNote } from './outcome-note';
import { ReturnedValues } from './returned-values';
import styles from './submission-form.module.css';

interface SubmissionFormProps<Payload> {
  readonly id: string;
  /** Where the form goes when it is sent without a script. */
  readonly action: string;
  readonly copy: {
    readonly title: string;
    readonly lead?: string;
    readonly consent: string;
    readonly submit: string;
    readonly busy: string;
    readonly errorHint: string;
    readonly accepted: string;
  };
  readonly notices: Notices;
  readonly details: ContactDetails;
  /** What became of the form when it was sent without a script. */
  readonly outcome: FormOutcome | null;
  /** Draws the form as a sheet of its own instead of on its section's ground. */
  readonly sheet?: boolean;
  readonly read: (data: FormData) => Payload;
  readonly send: Send<Payload>;
  /** Empties what is not a native field. */
  readonly onReset: () => void;
  readonly ref?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
}

const NONE = {};

/** A form that validates natively, is sent once at a time, emptied by success and kept by failure. */
export function SubmissionForm<Payload>({
  id,
  action,
  copy,
  notices,
  details,
  outcome,
  sheet = false,
  read,
  send,
  onReset,
  ref,
  children,
}: SubmissionFormProps<Payload>) {
  const titleId = useId();
  const { state, submit } = useSubmission(send, notices);
  const [returned, setReturned] = useState(outcome);
  const busy = state === 'sending';

  const submitFields = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    // Whoever held it until this code was there has handed it over.
    form.removeAttribute('aria-busy');
    void submit(read(new FormData(form)), () => {
      // First, and at once: a reset brings back what the fields began with.
      flushSync(() => {
        setReturned(null);
      });
      form.reset();
    });
  };

  return (
    <form
      ref={ref}
      id={id}
      // The fragment brings a visitor without scripts back to the form when the answer is this page again.
      action={`${action}#${id}`}
      method="post"
      aria-labelledby={titleId}
      className={sheet ? classNames(styles.form, styles.sheet) : styles.form}
      onSubmit={submitFields}
      onReset={onReset}
    >
      <div className={styles.head}>
        <h3 id={titleId} className={styles.title}>
          {copy.title}
        </h3>
        {copy.lead !== undefined && <p>{copy.lead}</p>}
        <p className={styles.note}>{formCopy.requiredNote}</p>
      </div>
      {returned && state === 'idle' && (
        <OutcomeNote
          outcome={returned}
          notices={notices}
          texts={{ accepted: copy.accepted, rejected: copy.errorHint }}
          details={details}
        />
      )}
      <ReturnedValues value={returned?.values ?? NONE}>{children}</ReturnedValues>
      <div>
        <div className={styles.end}>
          <Button type="submit" busy={busy}>
            {busy ? copy.busy : copy.submit}
          </Button>
          <p className={styles.consent}>
            <ContactLinks text={copy.consent} details={details} />
          </p>
        </div>
        {/* Always in the page: a live region announces only what changes in it. */}
        <div role="status">
          {state === 'failed' && (
            <p className={styles.trouble}>
              <ContactLinks text={copy.errorHint} details={details} />
            </p>
          )}
        </div>
      </div>
    </form>
  );
}
