import type { FormField, FormOutcome } from '@vidlunnia/contracts';
import { classNames, VisuallyHidden } from '@vidlunnia/ui';
import { createContext, use, useEffect, useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import { COPY } from './copy';
import styles from './field.module.css';
import { isControl, problemOf, problemOfReturned } from './problem';

/** What the fields of a form begin with, and which of them the API has rejected. */
export const InitialFields = createContext<Pick<FormOutcome, 'values' | 'errors'>>({ values: {} });

/** A field of the contract, and its presentation in this form. */
export interface FieldProps extends Pick<FormField, 'label' | 'max' | 'required'> {
  readonly name: string;
  readonly hint?: string | undefined;
  /** Uses half of the form's width if there is enough space. */
  readonly half?: boolean;
}

interface ControlProps {
  readonly id: string;
  /** For the control's `aria-describedby`. */
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly initial: string;
  /** For a control whose changes are not browser events: removes its problem. */
  readonly onSettle: () => void;
}

/** What may be wrong with a valid value. It blocks nothing, and takes the place of the field's hint. */
export type DoubtOf = (control: HTMLInputElement) => ReactNode;

/** A control with its label, hint and problem. */
export function Field({
  name,
  label,
  max,
  hint,
  required = false,
  half = false,
  missing = COPY.missing,
  wrong = COPY.wrong,
  doubtOf,
  children,
}: Omit<FieldProps, 'required'> & {
  readonly required?: boolean;
  /** Message when a required one is empty. */
  readonly missing?: string;
  /** Message for any other value that is not valid. */
  readonly wrong?: string;
  /** Asked when the visitor leaves the field; if there is a doubt, at every change too. */
  readonly doubtOf?: DoubtOf | undefined;
  readonly children: (props: ControlProps) => ReactNode;
}) {
  const id = useId();
  const { values, errors } = use(InitialFields);
  const initial = values[name] ?? '';
  const rules = { max, missing, wrong };
  const [problem, setProblem] = useState(() =>
    errors?.includes(name) ? problemOfReturned(initial, rules) : '',
  );
  const { doubt, ask } = useDoubt(doubtOf);
  const invalid = problem !== '';
  const problemId = `${id}-problem`;
  const hintId = `${id}-hint`;
  const isHinted = hint !== undefined || doubtOf !== undefined;
  const describedBy = classNames(invalid && problemId, isHinted && hintId) || undefined;
  const check = ({ target }: SyntheticEvent) => {
    if (isControl(target)) setProblem(problemOf(target.validity, rules));
  };
  return (
    <div
      className={styles.field}
      data-half={half || undefined}
      onInvalidCapture={check}
      onBlur={ask}
      onInput={(event) => {
        if (invalid) check(event);
        if (doubt) ask(event);
      }}
    >
      <label htmlFor={id} className={styles.label}>
        {/* One text: Chromium drops a separate space from the field's accessible name. */}
        {`${label} `}
        {required ? (
          <>
            <span className={styles.mark} aria-hidden="true">
              {COPY.requiredMark}
            </span>
            <VisuallyHidden>{COPY.required}</VisuallyHidden>
          </>
        ) : (
          <span className={styles.optional}>{COPY.optional}</span>
        )}
      </label>
      {children({
        id,
        describedBy,
        invalid,
        initial,
        onSettle: () => {
          setProblem('');
        },
      })}
      {invalid && (
        <p id={problemId} className={styles.problem}>
          {problem}
        </p>
      )}
      {isHinted && (
        <p id={hintId} className={styles.hint}>
          {/* Not both: a new line would move what the visitor is just pressing. */}
          {!doubt && hint}
          {doubtOf && (
            <span className={styles.doubt} aria-live="polite">
              {doubt}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

/** The doubt about a field's value, until it is corrected or the form is emptied. */
function useDoubt(doubtOf: DoubtOf | undefined) {
  const [asked, setAsked] = useState<{ readonly form: HTMLFormElement | null; readonly doubt: ReactNode }>();
  const ask = ({ target }: SyntheticEvent) => {
    if (doubtOf && target instanceof HTMLInputElement)
      setAsked({ form: target.form, doubt: doubtOf(target) });
  };
  const form = asked?.doubt ? asked.form : null;
  useEffect(() => {
    const forget = () => {
      setAsked(undefined);
    };
    form?.addEventListener('reset', forget);
    return () => form?.removeEventListener('reset', forget);
  }, [form]);
  return { doubt: asked?.doubt, ask };
}
