import type { ContactDetails, FormField } from '@vidlunnia/contracts';
import { classNames } from '@vidlunnia/ui';
import styles from '../control.module.css';
import { Select, type SelectProps } from '../select/select';
import { COPY } from './copy';
import { doubtOfEmail, doubtOfPhone } from './doubt';
import { Field, type FieldProps } from './field';

interface TextFieldProps extends FieldProps {
  readonly type?: 'email' | 'tel';
  readonly autoComplete: string;
  readonly placeholder?: string;
}

export const TextField = ({ type, autoComplete, placeholder, ...field }: TextFieldProps) => (
  <Field {...field}>
    {(control) => (
      <input
        {...control}
        {...{ autoComplete, placeholder }}
        type={type ?? 'text'}
        inputMode={type}
        className={styles.control}
      />
    )}
  </Field>
);

type ContractField = Pick<FormField, 'label' | 'max' | 'required'>;

export const EmailField = (field: ContractField) => (
  <TextField
    {...field}
    name="email"
    type="email"
    autoComplete="email"
    hint={COPY.emailHint}
    wrong={COPY.noEmail}
    doubtOf={doubtOfEmail}
    half
  />
);

export const PhoneField = ({ hours, ...field }: ContractField & Pick<ContactDetails, 'hours'>) => (
  <TextField
    {...field}
    name="phone"
    type="tel"
    autoComplete="tel"
    placeholder={COPY.phonePlaceholder}
    hint={COPY.phoneHint(hours)}
    doubtOf={doubtOfPhone}
    half
  />
);

export const TextArea = ({ rows, ...field }: FieldProps & { readonly rows: number }) => (
  <Field {...field}>
    {(control) => <textarea {...control} rows={rows} className={classNames(styles.control, styles.area)} />}
  </Field>
);

type SelectFieldProps = FieldProps & Pick<SelectProps, 'options' | 'placeholder' | 'emptyMessage'>;

export const SelectField = ({ options, placeholder, emptyMessage, ...field }: SelectFieldProps) => (
  <Field {...field} missing={COPY.notChosen} wrong={COPY.notChosen}>
    {({ onChange: _onChange, maxLength: _maxLength, ...control }, change) => (
      <Select {...control} {...{ options, placeholder, emptyMessage }} onChange={change} />
    )}
  </Field>
);
