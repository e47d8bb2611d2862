import type { ContactDetails, FormField } from '@vidlunnia/contracts';
import { classNames, VisuallyHidden } from '@vidlunnia/ui';
import { use, useId, useState, type ChangeEvent, type ReactNode } from 'react';
import control from '../control.module.css';
import { Select, type ChoiceProps } from '../select/select';
import { COPY } from './copy';
import { doubtOfEmail, doubtOfPhone, type Doubt } from './doubt';
import styles from './fields.module.css';
import { FormContext } from './use-form';

type ContractField = Pick<FormField, 'label' | 'max' | 'required'>;

/** A field of the contract, and its presentation in this form. */
interface FieldProps extends ContractField {
  readonly name: string;
  readonly hint?: string | undefined;
}

interface TextFieldProps extends FieldProps, Pick<FrameProps, 'wrong' | 'doubtOf'> {
  readonly type?: 'email' | 'tel';
  readonly autoComplete: string;
  readonly placeholder?: string;
}

export const TextField = ({ type, autoComplete, placeholder, ...field }: TextFieldProps) => (
  <Field {...field}>
    {(props) => (
      <input
        {...props}
        {...{ autoComplete, placeholder }}
        type={type ?? 'text'}
        inputMode={type}
        className={control.control}
      />
    )}
  </Field>
);

export const EmailField = (field: ContractField) => (
  <TextField
    {...field}
    name="email"
    type="email"
    autoComplete="email"
    hint={COPY.emailHint}
    wrong={COPY.noEmail}
    doubtOf={doubtOfEmail}
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
  />
);

export const TextArea = ({ rows, ...field }: FieldProps & { readonly rows: number }) => (
  <Field {...field}>
    {(props) => <textarea {...props} rows={rows} className={classNames(control.control, control.area)} />}
  </Field>
);

type SelectFieldProps = FieldProps & Pick<ChoiceProps, 'options' | 'placeholder'>;

export const SelectField = ({ options, placeholder, ...field }: SelectFieldProps) => (
  <Field {...field} missing={COPY.notChosen} wrong={COPY.notChosen}>
    {({ maxLength: _max, ...props }, onChange, isStarted) => (
      <Select {...props} {...{ options, placeholder, isStarted, onChange }} />
    )}
  </Field>
);

/** Props of a text field's element. */
interface ControlProps extends Omit<ChoiceProps, 'options' | 'placeholder' | 'onChange'> {
  readonly maxLength: number;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

interface FrameProps extends FieldProps {
  /** Message when a required value is missing. */
  readonly missing?: string;
  /** Message for any other invalid value. */
  readonly wrong?: string;
  /** Called when the visitor leaves the field, then at every change while a doubt is shown. */
  readonly doubtOf?: (value: string) => Doubt | undefined;
  /** `onChange` serves controls without events of a text field. */
  readonly children: (
    control: ControlProps,
    onChange: (value: string) => void,
    isStarted: boolean,
  ) => ReactNode;
}

/** A control with its label, hint and problem. */
function Field({
  name,
  label,
  max,
  hint,
  required = false,
  missing = COPY.missing,
  wrong = COPY.wrong,
  doubtOf,
  children,
}: FrameProps) {
  const id = useId();
  const { values, errors, isStarted, change } = use(FormContext);
  const given = values[name] ?? '';
  // The browser accepts spaces as a value; the API does not.
  const value = given.trim() === '' ? '' : given;
  /** Why a value is invalid, in Ukrainian; empty when it is valid. The API's rejection precedes the browser's. */
  const problemOf = (text: string, isValid: boolean) => {
    if (required && text.trim() === '') return missing;
    if (isValid) return '';
    return text.length > max ? COPY.tooLong(max) : wrong;
  };
  const [problem, setProblem] = useState(() => (errors.includes(name) ? problemOf(value, false) : ''));
  const [isDoubted, setDoubted] = useState(false);
  const { text: doubt, correction } = (isDoubted ? doubtOf?.(value) : undefined) ?? {};
  if (isDoubted && doubt === undefined) setDoubted(false);

  const setValue = (text: string, isValid = true) => {
    if (problem !== '') setProblem(problemOf(text, isValid));
    change({ [name]: text });
  };
  const invalid = problem !== '';
  const problemId = `${id}-problem`;
  const hintId = `${id}-hint`;
  const isHinted = hint !== undefined || doubtOf !== undefined;
  const props: ControlProps = {
    id,
    name,
    value,
    required,
    maxLength: max,
    'aria-describedby': classNames(invalid && problemId, isHinted && hintId) || undefined,
    'aria-invalid': invalid || undefined,
    onChange: ({ target }) => {
      setValue(target.value, target.validity.valid);
    },
  };
  return (
    <div
      className={styles.field}
      onInvalidCapture={() => {
        setProblem(problemOf(value, false));
      }}
      onBlur={() => {
        setDoubted(true);
      }}
    >
      <label htmlFor={id} className={styles.label}>
        {/* One text node, because Chromium drops a separate space from the accessible name. */}
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
      {children(props, setValue, isStarted)}
      {invalid && (
        <p id={problemId} className={styles.problem}>
          {problem}
        </p>
      )}
      {isHinted && (
        <p id={hintId} className={styles.hint}>
          {/* Only one, because another line would move the button that the visitor is pressing. */}
          {doubt === undefined && hint}
          {doubtOf && (
            <span className={styles.doubt} aria-live="polite">
              {correction === undefined ? (
                doubt
              ) : (
                <button
                  type="button"
                  className={styles.correction}
                  onClick={() => {
                    setValue(correction);
                    // Focus the field before the button disappears.
                    document.getElementById(id)?.focus();
                  }}
                >
                  {doubt}
                </button>
              )}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
