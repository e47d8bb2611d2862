import { classNames } from '@vidlunnia/shared/ui';
import type { ComponentProps } from 'react';
import control from './control.module.css';
import { Field, type FieldProps } from './field';
import { useReturnedValue } from './returned-values';
import { useEarlyText } from './use-early-text';

interface TextAreaProps extends FieldProps {
  readonly name: string;
  readonly maxLength: number;
  readonly rows: number;
}

export function TextArea({ label, hint, half = false, required = false, ...area }: TextAreaProps) {
  const returned = useReturnedValue(area.name);
  return (
    <Field label={label} hint={hint} half={half} required={required}>
      {({ id, hintId }) => (
        <Area
          {...area}
          defaultValue={returned}
          id={id}
          required={required}
          aria-describedby={hintId}
          className={classNames(control.control, control.area)}
        />
      )}
    </Field>
  );
}

function Area({ id, ...props }: ComponentProps<'textarea'> & { readonly id: string }) {
  return <textarea {...props} id={id} ref={useEarlyText(id)} />;
}
