import { classNames, Icon } from '@vidlunnia/ui';
import { useRef, type ComponentType, type MouseEvent } from 'react';
import control from '../control.module.css';
import { useEarlyChoice, useFirstFocus } from '../form/early-input';
import { comboboxCode } from './combobox-code';
import type { ComboboxProps, SelectProps, Start } from './select-props';
import styles from './select.module.css';

interface NativeSelectProps extends SelectProps {
  /** Called once, when the combobox can replace this element, with its initial state. */
  readonly onReplace: (Combobox: ComponentType<ComboboxProps>, start: Start) => void;
}

/**
 * The browser's own select, until the combobox's code is loaded and the visitor presses it, focuses it or has chosen an
 * option. It is never replaced while its list is open: the list would vanish.
 */
export function NativeSelect({
  id,
  name,
  options,
  value,
  onChange,
  required,
  placeholder,
  describedBy,
  invalid = false,
  onReplace,
}: NativeSelectProps) {
  const select = useRef<HTMLSelectElement>(null);

  const replace = (start: Start) => {
    const Combobox = comboboxCode.get();
    if (Combobox) onReplace(Combobox, start);
  };
  const replaceIfFocused = () => {
    if (select.current !== null && document.activeElement === select.current) replace('focused');
  };
  const fetchCode = async () => {
    await comboboxCode.fetch();
    if (select.current && listOf(select.current) === 'closed') replaceIfFocused();
  };
  const replaceAtPress = (event: MouseEvent) => {
    if (event.button !== 0 || !comboboxCode.get()) return;
    // The native list must not open, and the focus must not leave the combobox.
    event.preventDefault();
    replace('open');
  };

  useEarlyChoice(select, value, onChange);
  useFirstFocus(select, () => void fetchCode());

  return (
    <div className={styles.container}>
      <select
        ref={select}
        id={id}
        name={name}
        value={value}
        required={required}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        className={classNames(control.control, styles.native)}
        onPointerEnter={() => void fetchCode()}
        onMouseDown={replaceAtPress}
        onFocus={(event) => {
          if (listOf(event.currentTarget) !== 'open') replaceIfFocused();
          void fetchCode();
        }}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          if (listOf(event.currentTarget) !== 'open') replaceIfFocused();
        }}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron" className={styles.nativeChevron} />
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
