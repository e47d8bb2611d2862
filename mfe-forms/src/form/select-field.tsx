import { Select, type SelectProps } from '../select/select';
import { Field, type FieldProps } from './field';

type SelectFieldProps = FieldProps & Omit<SelectProps, 'id' | 'describedBy' | 'required'>;

export function SelectField({ label, hint, half = false, required = false, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} half={half} required={required}>
      {({ id, hintId }) => <Select {...select} id={id} required={required} describedBy={hintId} />}
    </Field>
  );
}
