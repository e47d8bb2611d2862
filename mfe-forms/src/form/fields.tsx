import type { FormField } from '@vidlunnia/contracts';
import { classNames } from '@vidlunnia/ui';
import { createContext, use, type ComponentProps } from 'react';
import control from '../control.module.css';
import { Select } from '../select/select';
import type { SelectProps } from '../select/select-props';
import { COPY } from './copy';
import { useEarlyText } from './early-input';
import { Field, type FieldProps } from './field';

/** The values of a form that was sent without a script and rejected, by field. */
export const ReturnedValues = createContext<Readonly<Record<string, string>>>({});

interface TextFieldProps extends FieldProps, Pick<FormField, 'email'> {
  readonly type?: 'email' | 'tel';
  readonly autoComplete: string;
  readonly placeholder?: string;
}

export function TextField({
  name,
  email = false,
  type = email ? 'email' : undefined,
  autoComplete,
  placeholder,
  ...field
}: TextFieldProps) {
  const returned = use(ReturnedValues)[name];
  return (
    <Field {...field}>
      {({ id, describedBy, invalid }) => (
        <input
          id={id}
          name={name}
          type={type ?? 'text'}
          inputMode={type}
          autoComplete={autoComplete}
          placeholder={placeholder}
          maxLength={field.max}
          defaultValue={returned ?? ''}
          required={field.required}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          className={control.control}
        />
      )}
    </Field>
  );
}

export function TextArea({ name, rows, ...field }: FieldProps & { readonly rows: number }) {
  const returned = use(ReturnedValues)[name];
  return (
    <Field {...field}>
      {({ id, describedBy, invalid }) => (
        <Area
          id={id}
          name={name}
          rows={rows}
          maxLength={field.max}
          defaultValue={returned ?? ''}
          required={field.required}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          className={classNames(control.control, control.area)}
        />
      )}
    </Field>
  );
}

function Area({ id, ...props }: ComponentProps<'textarea'> & { readonly id: string }) {
  return <textarea {...props} id={id} ref={useEarlyText(id)} />;
}

type SelectFieldProps = FieldProps &
  Pick<SelectProps, 'options' | 'value' | 'onChange' | 'placeholder' | 'emptyMessage'>;

export function SelectField({
  label,
  max,
  hint,
  half = false,
  required = false,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} max={max} hint={hint} half={half} required={required} missing={COPY.notChosen}>
      {({ onSettle, ...control }) => (
        <Select
          {...select}
          {...control}
          required={required}
          onChange={(value) => {
            onSettle();
            select.onChange(value);
          }}
        />
      )}
    </Field>
  );
}
