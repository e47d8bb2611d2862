import {
  fieldsOf,
  FORM_ACTIONS,
  FORM_IDS,
  type ContactMessage,
  type FormName,
  type FormOutcome,
  type JobApplication,
  type ModuleProps,
} from '@vidlunnia/contracts';
import { Button, classNames } from '@vidlunnia/ui';
import {
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
} from 'react';
import { comboboxCode } from '../select/combobox-code';
import { useSubmission, type Toasts } from '../submission/use-submission';
import { contactLinks, type ContactLinks } from './contact-links';
import { COPY } from './copy';
import { forgetDraft } from './draft';
import { Proof } from './proof';
import styles from './submission-form.module.css';
import { useFirstFocus } from './use-first-focus';
import { FormContext, payloadOf, textOf, type FormState } from './use-form';

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
  readonly form: FormState;
  readonly copy: SubmissionCopy;
  /** Shows the form as a separate sheet instead of on its section's background. */
  readonly sheet?: boolean;
  readonly children: ReactNode;
}

const SENT: FormOutcome = { accepted: true, values: {} };

/** A form that validates natively, sends one submission at a time, is emptied by success and kept by failure. */
export function SubmissionForm({
  name,
  form,
  copy,
  api,
  data,
  details,
  outcome,
  sheet = false,
  children,
}: SubmissionFormProps) {
  const { ref } = form;
  const titleId = useId();
  const isLive = useIsLive();
  const links = contactLinks(details);
  const outcomeAt = useRef<HTMLDivElement>(null);
  const failureAt = useRef<HTMLDivElement>(null);
  // The page's token, shared by all visitors of a cached page, until this visitor's own has come.
  const [token, setToken] = useState(data ?? '');
  const { state, submit } = useSubmission(copy.toasts, () => {
    forgetDraft(name);
    // The browser forgets which fields the visitor has used: empty again, they are not `:user-invalid`.
    ref.current?.reset();
    form.clear();
  });
  const result = { idle: outcome, sent: SENT, sending: null, failed: null }[state];

  useFirstFocus(ref, () => {
    void comboboxCode.fetch();
    // The token of a cached page does not tell when this visitor got it.
    api.formToken?.().then(setToken, () => undefined);
  });
  useEffect(() => {
    if (state === 'sent') outcomeAt.current?.scrollIntoView({ block: 'nearest' });
    // Above the toast, which is in the window's corner; the button scrolls with it.
    if (state === 'failed') failureAt.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);

  const submitFields = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (!element.checkValidity()) {
      element.querySelector<HTMLElement>(':invalid')?.focus();
      return;
    }
    const values = payloadOf(name, element);
    const data = new FormData(element);
    // An older shell's API does not accept a proof.
    const proof = api.formToken && { token: textOf(data, 'token'), website: textOf(data, 'website') };
    // The form has exactly the contract's fields; the API checks their values.
    const payload = { ...values, ...proof } as JobApplication & ContactMessage;
    void submit(values, (options) =>
      name === 'application' ? api.apply(payload, options) : api.contact(payload, options),
    );
  };

  return (
    <form
      ref={ref}
      id={FORM_IDS[name]}
      // With the fragment, visitors without scripts return to the form when the response is this page.
      action={`${FORM_ACTIONS[name]}#${FORM_IDS[name]}`}
      method="post"
      // The live fields show their problems themselves; the browser's bubble would be in the browser's language.
      noValidate={isLive}
      aria-labelledby={titleId}
      className={sheet ? classNames(styles.form, styles.sheet) : styles.form}
      onSubmit={submitFields}
    >
      {api.formToken && <Proof token={token} />}
      <div className={styles.head}>
        <h3 id={titleId} className={styles.title}>
          {copy.title}
        </h3>
        {copy.lead !== undefined && <p>{copy.lead}</p>}
        <p className={styles.note}>{COPY.requiredNote}</p>
      </div>
      <Outcome ref={outcomeAt} name={name} copy={copy} links={links} result={result} />
      <FormContext value={form}>{children}</FormContext>
      <div>
        <div className={styles.end}>
          <Button type="submit" busy={state === 'sending'}>
            {state === 'sending' ? copy.busy : copy.submit}
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

const noChanges = () => () => undefined;

/** Whether scripts handle the form; not in the server's HTML. */
const useIsLive = () =>
  useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  );
