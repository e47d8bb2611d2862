import {
  fieldsOf,
  FORM_ACTIONS,
  FORM_IDS,
  type FormName,
  type FormOutcome,
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
  type RefObject,
  type SubmitEvent,
  type SyntheticEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { useSubmission, type Toasts } from '../submission/use-submission';
import { contactLinks, type ContactLinks } from './contact-links';
import { COPY } from './copy';
import { useDraft } from './draft';
import { InitialFields } from './field';
import { payloadOf, textsOf, type Payload } from './payload';
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
  /** Stays beside a form that the script has sent, after the toast has gone. */
  readonly sent: string;
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
  /** Values of fields before the visitor has typed anything. */
  readonly initial?: Readonly<Record<string, string>>;
  /** Resets controls that are not native fields. */
  readonly onReset: () => void;
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly children: ReactNode;
}

const NONE = {};
const SENT: FormOutcome = { accepted: true, values: NONE };

/** A form that validates natively, sends one submission at a time, is emptied by success and kept by failure. */
export function SubmissionForm({
  name,
  copy,
  api,
  data,
  details,
  outcome,
  sheet = false,
  initial = NONE,
  onReset,
  ref,
  children,
}: SubmissionFormProps) {
  const send = (payload: Payload, options: SubmitOptions) =>
    name === 'application' ? api.apply(payload, options) : api.contact(payload, options);
  const titleId = useId();
  const { state, submit } = useSubmission(send, copy.toasts);
  const [returned, setReturned] = useState(outcome);
  const result = state === 'idle' || state === 'sent' ? returned : null;
  useDraft(ref, name, outcome);
  const busy = state === 'sending';
  const links = contactLinks(details);
  const outcomeAt = useRef<HTMLDivElement>(null);
  const failureAt = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state === 'sent') outcomeAt.current?.scrollIntoView({ block: 'nearest' });
    // Above the toast, which is in the window's corner; the button scrolls with it.
    if (state === 'failed') failureAt.current?.scrollIntoView({ block: 'nearest' });
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
        setReturned(SENT);
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
      <Outcome ref={outcomeAt} name={name} copy={copy} links={links} result={result} />
      <InitialFields value={returned ?? { values: initial }}>{children}</InitialFields>
      <div>
        <div className={styles.end}>
          <Button type="submit" busy={busy}>
            {busy ? copy.busy : copy.submit}
          </Button>
          <p className={styles.consent}>{copy.consent(links)}</p>
        </div>
        {/* Always in the page: a live region announces only changes. */}
        <div ref={failureAt} role="status" className={styles.failure}>
          {state === 'failed' && <p className={styles.trouble}>{copy.errorHint(links)}</p>}
        </div>
      </div>
    </form>
  );
}

interface OutcomeProps extends Pick<SubmissionFormProps, 'name' | 'copy'> {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly links: ContactLinks;
  readonly result: FormOutcome | null;
}

/** What became of the form, with a script or without: one place for both. */
function Outcome({ name, copy, links, result, ref }: OutcomeProps) {
  const isRejected = result?.accepted === false;
  const { success, error } = copy.toasts;
  // A toast has the specified words, and goes; these stay.
  const sent = result === SENT ? copy.sent : success;
  return (
    <div
      ref={ref}
      className={result ? styles.outcome : styles.noOutcome}
      role={isRejected ? 'alert' : undefined}
      data-rejected={isRejected}
    >
      {/* Outside the live region: the toast says the same, and screen readers say it once. */}
      {result && <p className={styles.outcomeTitle}>{isRejected ? error : sent}</p>}
      {/* Always in the page: a live region announces only changes. */}
      <p role={isRejected ? undefined : 'status'}>
        {isRejected ? remedyOf(name, copy, links, result.errors) : result && copy.accepted(links)}
      </p>
    </div>
  );
}

/** The fields to correct if the API has named any, else another way to contact the agency. */
function remedyOf(
  name: FormName,
  copy: SubmissionCopy,
  links: ContactLinks,
  errors: FormOutcome['errors'] = [],
) {
  const wrong = Object.entries(fieldsOf(name)).filter(([field]) => errors.includes(field));
  return wrong.length > 0 ? COPY.correct(wrong.map(([, { label }]) => label)) : copy.errorHint(links);
}
