import {
  contactLinks,
  fieldsOf,
  FORM_ACTIONS,
  FORM_IDS,
  PRIVACY_PATH,
  type ContactMessage,
  type FormOutcome,
  type JobApplication,
  type LoadContext,
  type ModuleProps,
} from '@vidlunnia/contracts';
import { Button, classNames, LinkedText, VisuallyHidden, type LinkedTextProps } from '@vidlunnia/ui';
import { useEffect, useId, useState, type ReactNode, type Ref, type SubmitEvent } from 'react';
import { COPY } from './copy';
import styles from './submission-form.module.css';
import { FormContext, payloadOf, type FormState } from './use-form';
import { useSubmission, type Toasts } from './use-submission';

/** Texts of one form. `{email}`, `{phone}` and `{privacy}` become links. */
interface SubmissionCopy {
  readonly title: string;
  readonly lead?: string;
  readonly consent: string;
  readonly submit: string;
  readonly busy: string;
  readonly toasts: Toasts;
  /** Text in a form after the toast has disappeared. */
  readonly sent: string;
  /** Other ways to contact the agency after a failure. */
  readonly errorHint: string;
  /** Text about the next steps. */
  readonly accepted: string;
}

/** Props of both forms from the shell; `data` is the page's token. */
type Passed = Pick<ModuleProps<'forms/ContactForm'>, 'api' | 'details' | 'outcome' | 'data'>;

interface SubmissionFormProps extends Passed {
  readonly form: FormState;
  readonly copy: SubmissionCopy;
  /** Shows the form on its own sheet instead of the section's background. */
  readonly sheet?: boolean;
  readonly children: ReactNode;
}

/** A ref that scrolls a new result into view, so that the toast does not cover it. */
const scrollTo = (element: HTMLElement | null) => {
  element?.scrollIntoView({ block: 'nearest' });
};

const SENT: FormOutcome = { accepted: true, values: {} };

/** The page's token; empty without one, for example in an older shell. Submissions without a token are stored too. */
export const loadToken = async (_params: object, { api, signal }: LoadContext): Promise<string> =>
  (await api.formToken?.({ signal }).catch(() => '')) ?? '';

/** A form with native validation, which sends one submission at a time. Only a success empties the fields. */
export function SubmissionForm({
  form,
  copy,
  api,
  data,
  details,
  outcome,
  sheet = false,
  children,
}: SubmissionFormProps) {
  const { name, ref, isStarted } = form;
  const titleId = useId();
  const links = { ...contactLinks(details), privacy: PRIVACY };
  const { state, submit } = useSubmission(copy.toasts, form.clear);
  const result = { idle: outcome, sent: SENT, sending: null, failed: null }[state];

  const [token, setToken] = useState(data ?? '');
  const lacksToken = isStarted && token === '';
  useEffect(() => {
    if (lacksToken) api.formToken?.().then(setToken, () => undefined);
  }, [lacksToken, api]);

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The browser accepts spaces as a value; the API does not.
    form.change(form.texts());
    if (!event.currentTarget.reportValidity()) return;
    // The form has exactly the contract's fields, and the API checks their values.
    const payload = payloadOf(event.currentTarget) as JobApplication & ContactMessage;
    // A new token does not make a new submission.
    void submit(JSON.stringify({ ...payload, token: '' }), (options) =>
      name === 'application' ? api.apply(payload, options) : api.contact(payload, options),
    );
  };

  return (
    <form
      ref={ref}
      id={FORM_IDS[name]}
      // The fragment scrolls visitors without scripts to the form when the response is this page.
      action={`${FORM_ACTIONS[name]}#${FORM_IDS[name]}`}
      method="post"
      aria-labelledby={titleId}
      className={sheet ? classNames(styles.form, styles.sheet) : styles.form}
      onFocusCapture={form.start}
      onInvalidCapture={(event) => {
        // The fields show their problems, because the browser's bubble would use the browser's language.
        event.preventDefault();
        const fields = event.currentTarget.querySelectorAll<HTMLInputElement>('input, select, textarea');
        [...fields].find(({ validity }) => !validity.valid)?.focus();
      }}
      onSubmit={send}
    >
      <div className={styles.head}>
        <h3 id={titleId} className={styles.title}>
          {copy.title}
        </h3>
        {copy.lead !== undefined && <p>{copy.lead}</p>}
        <p className={styles.note}>{COPY.requiredNote}</p>
      </div>
      <Outcome ref={state === 'sent' ? scrollTo : undefined} {...{ form, copy, links, result }} />
      <FormContext value={form}>{children}</FormContext>
      {/* Proof against spam: the token, and a trap. An older shell's API rejects both. */}
      {api.formToken && (
        <VisuallyHidden as="div" aria-hidden>
          <input type="hidden" name="token" value={token} />
          <Trap />
        </VisuallyHidden>
      )}
      <div>
        <div className={styles.end}>
          <Button type="submit" busy={state === 'sending'}>
            {state === 'sending' ? copy.busy : copy.submit}
          </Button>
          <p className={styles.consent}>
            <LinkedText links={links}>{copy.consent}</LinkedText>
          </p>
        </div>
        {/* Always in the page, because a live region announces only changes. */}
        <div ref={state === 'failed' ? scrollTo : undefined} role="status" className={styles.failure}>
          {state === 'failed' && (
            <p className={styles.trouble}>
              <LinkedText links={links}>{copy.errorHint}</LinkedText>
            </p>
          )}
        </div>
      </div>
    </form>
  );
}

/**
 * A field that only programs fill, but not those that fill in a person's data: it has a label, is the last field, and
 * opts out of password managers. Not `display: none`, because programs recognise it.
 */
const Trap = () => (
  <label>
    Залиште порожнім
    <input
      name="website"
      tabIndex={-1}
      autoComplete="off"
      data-1p-ignore
      data-bwignore
      data-form-type="other"
      data-lpignore="true"
      data-protonpass-ignore
    />
  </label>
);

interface OutcomeProps extends Pick<SubmissionFormProps, 'form' | 'copy'> {
  readonly ref: Ref<HTMLDivElement> | undefined;
  readonly links: LinkedTextProps['links'];
  readonly result: FormOutcome | null;
}

/** The result of a sent form, with or without a script. */
function Outcome({ form: { name, errors }, copy, links, result, ref }: OutcomeProps) {
  const isRejected = result?.accepted === false;
  const { success, error } = copy.toasts;
  // The toast with the specified text disappears; this text stays.
  const sent = result === SENT ? copy.sent : success;
  const wrong = Object.entries(fieldsOf(name)).filter(([field]) => errors.includes(field));
  const remedy = wrong.length > 0 ? COPY.correct(wrong.map(([, { label }]) => label)) : copy.errorHint;
  return (
    <div
      ref={ref}
      className={result ? styles.outcome : styles.noOutcome}
      role={isRejected ? 'alert' : undefined}
      data-rejected={isRejected}
    >
      {/* Outside the live region, because the toast already announces it. */}
      {result && <p className={styles.outcomeTitle}>{isRejected ? error : sent}</p>}
      {/* Always in the page, because a live region announces only changes. */}
      <p role={isRejected ? undefined : 'status'}>
        {result && (
          <span>
            <LinkedText links={links}>{isRejected ? remedy : copy.accepted}</LinkedText>
          </span>
        )}
      </p>
    </div>
  );
}

const PRIVACY = { href: PRIVACY_PATH, text: 'Що ми робимо з вашими даними' };
