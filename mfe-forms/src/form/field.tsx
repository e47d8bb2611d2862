import type { FormField } from '@vidlunnia/contracts';
import { classNames, VisuallyHidden } from '@vidlunnia/ui';
import { useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import { COPY } from './copy';
import styles from './field.module.css';
import { isControl, problemOf } from './problem';

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
  /** For a control whose changes are not browser events: removes its problem. */
  readonly onSettle: () => void;
}

/** A control with its label, hint and problem. */
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
  /** Message when a required one is empty. */
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
