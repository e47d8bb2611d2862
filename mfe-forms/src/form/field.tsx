import type { FormField } from '@vidlunnia/contracts';
import { classNames, VisuallyHidden } from '@vidlunnia/ui';
import { useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import { COPY } from './copy';
import styles from './field.module.css';
import { isControl, problemOf } from './problem';

/** A field as the contract has it, and how this form shows it. */
export interface FieldProps extends Pick<FormField, 'label' | 'max' | 'required'> {
  readonly name: string;
  readonly hint?: string | undefined;
  /** Takes half of the form's width where there is room. */
  readonly half?: boolean;
}

interface ControlProps {
  readonly id: string;
  /** For the control's `aria-describedby`. */
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  /** For a control whose changes are no events of the browser: its problem is gone. */
  readonly onSettle: () => void;
}

/** A control's label, hint and problem around the control. */
export function Field({
  label,
  max,
  hint,
  required = false,
  half = false,
  missing = COPY.missing,
  children,
}: Omit<FieldProps, 'name' | 'required'> & {
  readonly required?: boolean;
  /** What it says when a required one was left empty. */
  readonly missing?: string;
  readonly children: (props: ControlProps) => ReactNode;
}) {
  const id = useId();
  const [problem, setProblem] = useState('');
  const invalid = problem !== '';
  const problemId = `${id}-problem`;
  const hintId = `${id}-hint`;
  const describedBy = classNames(invalid && problemId, hint !== undefined && hintId) || undefined;
  const check = ({ target }: SyntheticEvent) => {
    if (isControl(target)) setProblem(problemOf(target.validity, max, missing));
  };
  return (
    <div
      className={styles.field}
      data-half={half || undefined}
      onInvalidCapture={check}
      onInput={invalid ? check : undefined}
    >
      <label htmlFor={id} className={styles.label}>
        {/* One text: a space of its own is left out of the field's name by Chromium. */}
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
        onSettle: () => {
          setProblem('');
        },
      })}
      {invalid && (
        <p id={problemId} className={styles.problem}>
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
