import { classNames, Icon } from '@vidlunnia/ui';
import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react';
import control from '../control.module.css';
import styles from './select.module.css';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

/** Props of the native select and of the combobox. */
export interface ChoiceProps {
  readonly id: string;
  /** Name of the submitted field. */
  readonly name: string;
  readonly options: readonly SelectOption[];
  /** Value of the chosen option, empty when there is none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the browser requires a choice; otherwise it can be cleared. */
  readonly required: boolean;
  readonly placeholder: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface SelectProps extends ChoiceProps {
  /** Whether the visitor fills the form. Only then is the combobox loaded, because it is large. */
  readonly isStarted: boolean;
}

/**
 * A single choice: the browser's own select until the combobox has loaded. A select with the focus is replaced when
 * the visitor leaves it, because its list may be open.
 */
export function Select({ isStarted, ...props }: SelectProps) {
  const { options, placeholder, value, onChange, ...native } = props;
  const select = useRef<HTMLSelectElement>(null);
  const [Combobox, setCombobox] = useState<ComponentType<ChoiceProps>>();

  const replace = async () => {
    // A failure is retried at the next touch; until then the select stays.
    const code = await import(/* webpackChunkName: "combobox" */ './combobox').catch(() => undefined);
    if (!code || select.current === document.activeElement) return;
    if (select.current) onChange(select.current.value);
    setCombobox(() => code.Combobox);
  };
  const start = useEffectEvent(replace);
  useEffect(() => {
    if (isStarted) void start();
  }, [isStarted]);

  return (
    <div className={styles.container}>
      {Combobox ? (
        <Combobox {...props} />
      ) : (
        <select
          {...native}
          ref={select}
          defaultValue={value}
          className={classNames(control.control, styles.native)}
          onPointerEnter={() => void replace()}
          onFocus={() => void replace()}
          onBlur={() => void replace()}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
          }}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
      <Icon name="chevron" className={styles.chevron} />
    </div>
  );
}
