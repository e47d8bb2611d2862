import { classNames, Icon } from '@vidlunnia/ui';
import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react';
import control from '../control.module.css';
import type { ComboboxProps } from './combobox';
import { comboboxCode } from './combobox-code';
import styles from './select.module.css';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps {
  readonly id: string;
  /** Name of the submitted field. */
  readonly name: string;
  readonly options: readonly SelectOption[];
  /** Value of the chosen option, empty when there is none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Whether the browser validates it; otherwise the choice can be cleared. */
  readonly required: boolean;
  readonly placeholder: string;
  /** Shown when there are no options. */
  readonly emptyMessage: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/**
 * A single choice: the browser's own select, until the combobox's code is loaded and the visitor presses it, focuses it
 * or has chosen an option. It is never replaced while its list is open: the list would vanish.
 */
export function Select(props: SelectProps) {
  const { options, placeholder, emptyMessage: _, onChange, ...native } = props;
  const select = useRef<HTMLSelectElement>(null);
  const [replacement, setReplacement] = useState<{
    readonly Combobox: ComponentType<ComboboxProps>;
    readonly opens: boolean;
  }>();

  const replace = (opens = false) => {
    const Combobox = comboboxCode.get();
    if (Combobox) setReplacement({ Combobox, opens });
  };
  const touch = (element: HTMLSelectElement) => {
    if (comboboxCode.get()) {
      if (listOf(element) !== 'open') replace();
      return;
    }
    void comboboxCode.fetch().then(() => {
      if (element === document.activeElement && listOf(element) === 'closed') replace();
    });
  };
  const touchIfFocused = useEffectEvent(() => {
    if (select.current && select.current === document.activeElement) touch(select.current);
  });
  useEffect(() => {
    // The visitor may have focused it before hydration.
    touchIfFocused();
  }, []);

  return (
    <div className={styles.container}>
      {replacement ? (
        <replacement.Combobox {...props} opens={replacement.opens} />
      ) : (
        <select
          {...native}
          ref={select}
          className={classNames(control.control, styles.native)}
          onPointerEnter={() => void comboboxCode.fetch()}
          onMouseDown={(event) => {
            if (event.button !== 0 || !comboboxCode.get()) return;
            // The native list must not open, and the focus must not leave the combobox.
            event.preventDefault();
            replace(true);
          }}
          onFocus={({ currentTarget }) => {
            touch(currentTarget);
          }}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            if (currentTarget === document.activeElement && listOf(currentTarget) !== 'open') replace();
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

/** Whether a native select's list is open; older browsers do not tell. */
function listOf(select: HTMLSelectElement): 'open' | 'closed' | 'unknown' {
  try {
    return select.matches(':open') ? 'open' : 'closed';
  } catch {
    return 'unknown';
  }
}
