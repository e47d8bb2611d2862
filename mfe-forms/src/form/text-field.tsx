import type { ComponentProps } from 'react';
import control from './control.module.css';
import { Field, type FieldProps } from './field';
import { useReturnedValue } from './returned-values';

interface TextFieldProps extends FieldProps {
  readonly name: string;
  readonly maxLength: number;
  readonly type?: 'text' | 'email' | 'tel';
  readonly autoComplete: string;
  readonly inputMode?: ComponentProps<'input'>['inputMode'];
  readonly placeholder?: string;
}

export function TextField({
  label,
  hint,
  half = false,
  required = false,
  type = 'text',
  ...input
}: TextFieldProps) {
  const returned = useReturnedValue(input.name);
  return (
    <Field label={label} hint={hint} half={half} required={required}>
      {({ id, hintId }) => (
        <input
          {...input}
          defaultValue={returned}
          id={id}
          type={type}
          required={required}
          aria-describedby={hintId}
          className={control.control}
        />
      )}
    </Field>
  );
}
