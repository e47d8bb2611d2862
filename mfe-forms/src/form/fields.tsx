import { classNames } from '@vidlunnia/ui';
import { createContext, use, type ComponentProps } from 'react';
import control from '../control.module.css';
import { Select } from '../select/select';
import type { SelectProps } from '../select/select-props';
import { Field, type FieldProps } from './field';
import { useEarlyText } from './use-early-text';

/** What the visitor had typed in a form that was sent without a script and rejected, by field. */
export const ReturnedValues = createContext<Readonly<Record<string, string>>>({});

interface TextProps extends FieldProps {
  readonly name: string;
  readonly maxLength: number;
}

interface TextFieldProps extends TextProps {
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
  const returned = use(ReturnedValues)[input.name];
  return (
    <Field label={label} hint={hint} half={half} required={required}>
      {({ id, describedBy, invalid }) => (
        <input
          {...input}
          defaultValue={returned ?? ''}
          id={id}
          type={type}
          required={required}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          className={control.control}
        />
      )}
    </Field>
  );
}

interface TextAreaProps extends TextProps {
  readonly rows: number;
}

export function TextArea({ label, hint, half = false, required = false, ...area }: TextAreaProps) {
  const returned = use(ReturnedValues)[area.name];
  return (
    <Field label={label} hint={hint} half={half} required={required}>
      {({ id, describedBy, invalid }) => (
        <Area
          {...area}
          defaultValue={returned ?? ''}
          id={id}
          required={required}
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

type SelectFieldProps = FieldProps & Omit<SelectProps, 'id' | 'describedBy' | 'invalid' | 'required'>;

export function SelectField({ label, hint, half = false, required = false, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} half={half} required={required}>
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
