import {
  fieldsOf,
  FORM_ACTIONS,
  FORM_IDS,
  type ContactMessage,
  type FormName,
  type JobApplication,
  type ModuleProps,
  type SubmitOptions,
} from '@vidlunnia/contracts';
import { Button, classNames } from '@vidlunnia/ui';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type SubmitEvent,
  type SyntheticEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { useSubmission, type Toasts } from '../submission/use-submission';
import { contactLinks, type ContactLinks } from './contact-links';
import { COPY } from './copy';
import { ReturnedValues } from './fields';
import { firstInvalid, isFilled } from './problem';
import { Proof } from './proof';
import styles from './submission-form.module.css';

interface SubmissionCopy {
  readonly title: string;
  readonly lead?: string;
  readonly consent: (links: ContactLinks) => ReactNode;
  readonly submit: string;
  readonly busy: string;
  readonly toasts: Toasts;
  /** How else to reach the agency after a failure. */
  readonly errorHint: (links: ContactLinks) => ReactNode;
  /** What happens next. */
  readonly accepted: (links: ContactLinks) => ReactNode;
}

/** What the shell passes to both forms; `data` is the token that came with the page. */
type Passed = Pick<ModuleProps<'forms/ContactForm'>, 'api' | 'details' | 'outcome' | 'data'>;

interface SubmissionFormProps extends Passed {
  readonly name: FormName;
  readonly copy: SubmissionCopy;
  /** Draws the form as a sheet of its own instead of on its section's ground. */
  readonly sheet?: boolean;
  /** Empties what is not a native field. */
  readonly onReset: () => void;
  readonly ref?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
}

const NONE = {};

/** A form that validates natively, is sent once at a time, emptied by success and kept by failure. */
export function SubmissionForm({
  name,
  copy,
  api,
  data,
  details,
  outcome,
  sheet = false,
  onReset,
  ref,
  children,
}: SubmissionFormProps) {
  const send = (payload: Payload, options: SubmitOptions) =>
    name === 'application' ? api.apply(payload, options) : api.contact(payload, options);
  const titleId = useId();
  const { state, submit, begin } = useSubmission(send, copy.toasts);
  const [returned, setReturned] = useState(outcome);
  const busy = state === 'sending';
  const links = contactLinks(details);
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Above the toast, which stands in the window's corner, and with it the button.
    if (state === 'failed' || state === 'sent') status.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);

  const submitFields = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    // Set by the shell on a form that was sent before this code was loaded.
    form.removeAttribute('aria-busy');
    if (busy || !isFilled(form)) return;
    const text = textsOf(form);
    const proof = api.formToken && { token: text('token'), website: text('website') };
    void submit(payloadOf(name, text), proof, () => {
      // First, and at once: a reset brings back what the fields began with.
      flushSync(() => {
        setReturned(null);
      });
      form.reset();
    });
  };

  // Each field says by itself what it lacks; the browser's own bubble speaks the browser's language.
  const leadToFirst = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const first = firstInvalid(event.currentTarget);
    // Later: focus replaces a native select, and a control that is gone by the end of this event counts as valid.
    if (first && first === event.target) {
      setTimeout(() => {
        first.focus();
      });
    }
  };

  return (
    <form
      ref={ref}
      id={FORM_IDS[name]}
      // The fragment brings a visitor without scripts back to the form when the response is this page again.
      action={`${FORM_ACTIONS[name]}#${FORM_IDS[name]}`}
      method="post"
      aria-labelledby={titleId}
      className={sheet ? classNames(styles.form, styles.sheet) : styles.form}
      onSubmit={submitFields}
      onInvalidCapture={leadToFirst}
      onInput={begin}
      onReset={onReset}
    >
      {/* An older shell's API takes no such fields. */}
      {api.formToken && <Proof api={api} token={data} />}
      <div className={styles.head}>
        <h3 id={titleId} className={styles.title}>
          {copy.title}
        </h3>
        {copy.lead !== undefined && <p>{copy.lead}</p>}
        <p className={styles.note}>{COPY.requiredNote}</p>
      </div>
      {returned && state === 'idle' && (
        <div
          className={styles.outcome}
          role={returned.accepted ? 'status' : 'alert'}
          data-rejected={!returned.accepted}
        >
          <p className={styles.outcomeTitle}>{returned.accepted ? copy.toasts.success : copy.toasts.error}</p>
          <p>{returned.accepted ? copy.accepted(links) : copy.errorHint(links)}</p>
        </div>
      )}
      <ReturnedValues value={returned?.values ?? NONE}>{children}</ReturnedValues>
      <div>
        <div className={styles.end}>
          <Button type="submit" busy={busy}>
            {busy ? copy.busy : copy.submit}
          </Button>
          <p className={styles.consent}>{copy.consent(links)}</p>
        </div>
        {/* Always in the page: a live region announces only what changes in it. */}
        <div ref={status} role="status" className={styles.status}>
          {state === 'failed' && <p className={styles.trouble}>{copy.errorHint(links)}</p>}
          {state === 'sent' && <p className={styles.sent}>{copy.accepted(links)}</p>}
        </div>
      </div>
    </form>
  );
}

type Payload = JobApplication & ContactMessage;

/** What the form sends: a text for each of its fields. */
const payloadOf = (form: FormName, text: (name: string) => string): Payload =>
  Object.fromEntries(Object.keys(fieldsOf(form)).map((name) => [name, text(name)])) as Payload;

/** Value of a field as typed, by its name; empty when there is none. */
const textsOf = (form: HTMLFormElement) => {
  const data = new FormData(form);
  return (name: string) => {
    const value = data.get(name);
    // Some browsers give a text area's line breaks as CRLF here, which would count double against the API's limit.
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
  };
};
