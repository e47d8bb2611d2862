import { VisuallyHidden } from '@vidlunnia/shared/ui';
import { useId, type ReactNode } from 'react';
import { COPY } from './copy';
import styles from './field.module.css';

export interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly required?: boolean;
  /** Takes half of the form's width where there is room. */
  readonly half?: boolean;
}

interface FieldIds {
  readonly id: string;
  /** For the control's `aria-describedby`. */
  readonly hintId: string | undefined;
}

/** A control's label and hint around the control. */
export function Field({
  label,
  hint,
  required = false,
  half = false,
  children,
}: FieldProps & { readonly children: (ids: FieldIds) => ReactNode }) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className={styles.field} data-half={half || undefined}>
      <label htmlFor={id} className={styles.label}>
        {label}{' '}
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
      {children({ id, hintId })}
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
