import type { ContactDetails, FormField } from '@vidlunnia/contracts';
import { classNames, VisuallyHidden } from '@vidlunnia/ui';
import { use, useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import control from '../control.module.css';
import { Select, type ChoiceProps, type SelectProps } from '../select/select';
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
    {(props, { text }) => (
      <input
        {...props}
        {...text}
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
    {(props, { text }) => (
      <textarea {...props} {...text} rows={rows} className={classNames(control.control, control.area)} />
    )}
  </Field>
);

type SelectFieldProps = FieldProps & Pick<ChoiceProps, 'options' | 'placeholder'>;

export const SelectField = ({ options, placeholder, ...field }: SelectFieldProps) => (
  <Field {...field} missing={COPY.notChosen} wrong={COPY.notChosen}>
    {(props, { choice }) => <Select {...props} {...choice} {...{ options, placeholder }} />}
  </Field>
);

type ControlProps = Omit<ChoiceProps, 'options' | 'placeholder' | 'value' | 'onChange'>;

type TextEvent = SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>;

/**
 * Props of each kind of control. The element of a text keeps its own value, because React would overwrite what programs
 * write there without an event.
 */
interface KindProps {
  readonly text: {
    readonly defaultValue: string;
    readonly maxLength: number;
    readonly onInput: (event: TextEvent) => void;
    readonly onBlur: (event: TextEvent) => void;
  };
  readonly choice: Pick<SelectProps, 'value' | 'onChange' | 'isStarted'>;
}

interface FrameProps extends FieldProps {
  /** Message when a required value is missing. */
  readonly missing?: string;
  /** Message for any other invalid value. */
  readonly wrong?: string;
  /** Called when the visitor leaves the field, then at every change while a doubt is shown. */
  readonly doubtOf?: (value: string) => Doubt | undefined;
  readonly children: (control: ControlProps, kind: KindProps) => ReactNode;
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
  const { values, texts, errors, isStarted, change } = use(FormContext);
  const value = values[name] ?? '';
  /** Why a value is invalid, in Ukrainian; empty when it is valid. The API's rejection precedes the browser's. */
  const problemOf = (text: string, isValid: boolean) => {
    if (required && text.trim() === '') return missing;
    if (isValid) return '';
    return text.length > max ? COPY.tooLong(max) : wrong;
  };
  const [problem, setProblem] = useState(() => (errors.includes(name) ? problemOf(value, false) : ''));
  const [doubt, setDoubt] = useState<Doubt>();
  const [known, setKnown] = useState(errors);
  if (known !== errors) {
    setKnown(errors);
    setProblem('');
    setDoubt(undefined);
  }

  const check = (text: string, isValid = true) => {
    setProblem((shown) => shown && problemOf(text, isValid));
    setDoubt((shown) => shown && doubtOf?.(text));
  };
  const setValue = (text: string) => {
    change({ [name]: text });
    check(text);
  };
  const invalid = problem !== '';
  const problemId = `${id}-problem`;
  const hintId = `${id}-hint`;
  const isHinted = hint !== undefined || doubtOf !== undefined;
  const props: ControlProps = {
    id,
    name,
    required,
    'aria-describedby': classNames(invalid && problemId, isHinted && hintId) || undefined,
    'aria-invalid': invalid || undefined,
  };
  const text: KindProps['text'] = {
    defaultValue: value,
    maxLength: max,
    onInput: ({ currentTarget }) => {
      check(currentTarget.value, currentTarget.validity.valid);
    },
    onBlur: ({ currentTarget }) => {
      check(currentTarget.value, currentTarget.validity.valid);
      setDoubt(doubtOf?.(currentTarget.value));
    },
  };
  const correction = doubt?.correction;
  return (
    <div
      className={styles.field}
      onInvalidCapture={() => {
        setProblem(problemOf(texts()[name] ?? '', false));
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
      {children(props, { text, choice: { value, onChange: setValue, isStarted } })}
      {invalid && (
        <p id={problemId} className={styles.problem}>
          {problem}
        </p>
      )}
      {isHinted && (
        <p id={hintId} className={styles.hint}>
          {/*
            Only one, because another line would move the button that the visitor is pressing. Each in its own element,
            because browsers' translators replace texts.
          */}
          {!doubt && <span>{hint}</span>}
          {doubtOf && (
            <span className={styles.doubt} aria-live="polite">
              {correction === undefined ? (
                doubt?.text
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
                  {doubt?.text}
                </button>
              )}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
