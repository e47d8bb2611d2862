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
  /** Other ways to contact the agency after a failure. */
  readonly errorHint: (links: ContactLinks) => ReactNode;
  /** What happens next. */
  readonly accepted: (links: ContactLinks) => ReactNode;
}

/** Props of both forms from the shell; `data` is the page's token. */
type Passed = Pick<ModuleProps<'forms/ContactForm'>, 'api' | 'details' | 'outcome' | 'data'>;

interface SubmissionFormProps extends Passed {
  readonly name: FormName;
  readonly copy: SubmissionCopy;
  /** Shows the form as a separate sheet instead of on its section's background. */
  readonly sheet?: boolean;
  /** Resets controls that are not native fields. */
  readonly onReset: () => void;
  readonly ref?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
}

const NONE = {};

/** A form that validates natively, sends one submission at a time, is emptied by success and kept by failure. */
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
    // Above the toast, which is in the window's corner; the button scrolls with it.
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
      // First, and synchronously: a reset restores initial values.
      flushSync(() => {
        setReturned(null);
      });
      form.reset();
    });
  };

  // Each field shows its own problem; the browser's bubble would be in the browser's language.
  const leadToFirst = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const first = firstInvalid(event.currentTarget);
    // Later: focus replaces a native select, and a control that is removed before the end of this event counts as
    // valid.
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
      // With the fragment, visitors without scripts return to the form when the response is this page.
      action={`${FORM_ACTIONS[name]}#${FORM_IDS[name]}`}
      method="post"
      aria-labelledby={titleId}
      className={sheet ? classNames(styles.form, styles.sheet) : styles.form}
      onSubmit={submitFields}
      onInvalidCapture={leadToFirst}
      onInput={begin}
      onReset={onReset}
    >
      {/* An older shell's API does not accept these fields. */}
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
        {/* Always in the page: a live region announces only changes. */}
        <div ref={status} role="status" className={styles.status}>
          {state === 'failed' && <p className={styles.trouble}>{copy.errorHint(links)}</p>}
          {state === 'sent' && <p className={styles.sent}>{copy.accepted(links)}</p>}
        </div>
      </div>
    </form>
  );
}

type Payload = JobApplication & ContactMessage;

/** The form's payload: a text for each of its fields. */
const payloadOf = (form: FormName, text: (name: string) => string): Payload =>
  Object.fromEntries(Object.keys(fieldsOf(form)).map((name) => [name, text(name)])) as Payload;

/** Typed value of a field by name; empty when there is none. */
const textsOf = (form: HTMLFormElement) => {
  const data = new FormData(form);
  return (name: string) => {
    const value = data.get(name);
    // Some browsers return line breaks as CRLF here, which would count double for the API's limit.
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
  };
};
