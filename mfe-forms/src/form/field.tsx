import type { FormField } from '@vidlunnia/contracts';
import { classNames, VisuallyHidden } from '@vidlunnia/ui';
import { use, useId, useState, type ChangeEvent, type ReactNode, type SyntheticEvent } from 'react';
import { COPY } from './copy';
import type { Doubt } from './doubt';
import styles from './field.module.css';
import { FormContext } from './use-form';

/** A field of the contract, and its presentation in this form. */
export interface FieldProps extends Pick<FormField, 'label' | 'max' | 'required'> {
  readonly name: string;
  readonly hint?: string | undefined;
  /** Uses half of the form's width if there is enough space. */
  readonly half?: boolean;
  /** Message when a required value is missing. */
  readonly missing?: string;
  /** Message for any other invalid value. */
  readonly wrong?: string;
  /** Asked when the visitor leaves the field, and then at every change until there is no doubt. */
  readonly doubtOf?: (value: string) => Doubt | undefined;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isControl = (target: EventTarget): target is TextControl | HTMLSelectElement => 'validity' in target;

/** Props of a text field's element. */
interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly required: boolean;
  readonly maxLength: number;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly onChange: (event: ChangeEvent<TextControl>) => void;
}

interface FrameProps extends FieldProps {
  /** `change` is for a control whose changes are not events of a text field. */
  readonly children: (control: ControlProps, change: (value: string) => void) => ReactNode;
}

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
}: FrameProps) {
  const id = useId();
  const { values, errors, change } = use(FormContext);
  const given = values[name] ?? '';
  // For the browser spaces are a value, for the API and people they are not.
  const value = given.trim() === '' ? '' : given;
  /** Why a value is invalid, in Ukrainian; empty when it is valid. The browser decides or, before it, the API. */
  const problemOf = (text: string, isValid: boolean) => {
    if (required && text.trim() === '') return missing;
    if (isValid) return '';
    return text.length > max ? COPY.tooLong(max) : wrong;
  };
  const [problem, setProblem] = useState(() => (errors.includes(name) ? problemOf(value, false) : ''));
  const [isDoubted, setDoubted] = useState(false);
  const { text: doubt, correction } = (isDoubted ? doubtOf?.(value) : undefined) ?? {};
  if (isDoubted && doubt === undefined) setDoubted(false);

  const check = ({ target }: SyntheticEvent) => {
    if (isControl(target)) setProblem(problemOf(target.value, target.validity.valid));
  };
  const invalid = problem !== '';
  const problemId = `${id}-problem`;
  const hintId = `${id}-hint`;
  const isHinted = hint !== undefined || doubtOf !== undefined;
  const control: ControlProps = {
    id,
    name,
    value,
    required,
    maxLength: max,
    'aria-describedby': classNames(invalid && problemId, isHinted && hintId) || undefined,
    'aria-invalid': invalid || undefined,
    onChange: (event) => {
      if (invalid) check(event);
      change({ [name]: event.target.value });
    },
  };
  const settle = (chosen: string) => {
    setProblem('');
    change({ [name]: chosen });
  };
  const correct = (correction: string) => {
    settle(correction);
    // Before the button disappears.
    document.getElementById(id)?.focus();
  };
  return (
    <div
      className={styles.field}
      data-half={half || undefined}
      onInvalidCapture={check}
      onBlur={() => {
        setDoubted(true);
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
      {children(control, settle)}
      {invalid && (
        <p id={problemId} className={styles.problem}>
          {problem}
        </p>
      )}
      {isHinted && (
        <p id={hintId} className={styles.hint}>
          {/* Not both: a new line would move what the visitor is just pressing. */}
          {doubt === undefined && hint}
          {doubtOf && (
            <span className={styles.doubt} aria-live="polite">
              {correction === undefined ? (
                doubt
              ) : (
                <button
                  type="button"
                  className={styles.correction}
                  onClick={() => {
                    correct(correction);
                  }}
                >
                  {doubt}
                </button>
              )}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
