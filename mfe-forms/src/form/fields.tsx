import type { ContactDetails, FormField } from '@vidlunnia/contracts';
import { classNames } from '@vidlunnia/ui';
import type { ComponentProps } from 'react';
import control from '../control.module.css';
import { Select } from '../select/select';
import type { SelectProps } from '../select/select-props';
import { COPY } from './copy';
import { lacksDigits, meantProvider } from './doubt';
import { useEarlyText } from './early-input';
import { Field, type DoubtOf, type FieldProps } from './field';
import styles from './field.module.css';

interface TextFieldProps extends FieldProps {
  readonly type?: 'email' | 'tel';
  readonly autoComplete: string;
  readonly placeholder?: string;
  /** Message for a value that the browser rejects. */
  readonly wrong?: string;
  readonly doubtOf?: DoubtOf;
}

export function TextField({ type, autoComplete, placeholder, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {({ id, describedBy, invalid, initial }) => (
        <input
          id={id}
          name={field.name}
          type={type ?? 'text'}
          inputMode={type}
          autoComplete={autoComplete}
          placeholder={placeholder}
          maxLength={field.max}
          defaultValue={initial}
          required={field.required}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          className={control.control}
        />
      )}
    </Field>
  );
}

type ContractField = Pick<FormField, 'label' | 'max' | 'required'>;

export const EmailField = (field: ContractField) => (
  <TextField
    {...field}
    name="email"
    type="email"
    autoComplete="email"
    hint={COPY.emailHint}
    wrong={COPY.noEmail}
    doubtOf={meantAddress}
    half
  />
);

/** A button that corrects a mistyped provider. */
const meantAddress: DoubtOf = (field) => {
  const provider = field.validity.valid && meantProvider(field.value);
  if (!provider) return undefined;
  const correct = () => {
    field.value = field.value.slice(0, field.value.lastIndexOf('@') + 1) + provider;
    // Before the button disappears.
    field.focus();
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <button type="button" className={styles.correction} onClick={correct}>
      {COPY.meant(provider)}
    </button>
  );
};

export const PhoneField = ({ hours, ...field }: ContractField & Pick<ContactDetails, 'hours'>) => (
  <TextField
    {...field}
    name="phone"
    type="tel"
    autoComplete="tel"
    placeholder={COPY.phonePlaceholder}
    hint={COPY.phoneHint(hours)}
    doubtOf={({ value }) => lacksDigits(value) && COPY.fewDigits}
    half
  />
);

export function TextArea({ rows, ...field }: FieldProps & { readonly rows: number }) {
  return (
    <Field {...field}>
      {({ id, describedBy, invalid, initial }) => (
        <Area
          id={id}
          name={field.name}
          rows={rows}
          maxLength={field.max}
          defaultValue={initial}
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
  name,
  label,
  max,
  hint,
  half = false,
  required = false,
  ...select
}: SelectFieldProps) {
  return (
    <Field
      name={name}
      label={label}
      max={max}
      hint={hint}
      half={half}
      required={required}
      missing={COPY.notChosen}
      wrong={COPY.notChosen}
    >
      {({ id, describedBy, invalid, onSettle }) => (
        <Select
          {...select}
          id={id}
          name={name}
          describedBy={describedBy}
          invalid={invalid}
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
