import { classNames, Icon } from '@vidlunnia/ui';
import { useEffect, useLayoutEffect, useRef, type ComponentType, type MouseEvent } from 'react';
import control from '../control.module.css';
import { comboboxCode } from './combobox-code';
import type { ComboboxProps, SelectProps, Start } from './select-props';
import styles from './select.module.css';

interface NativeSelectProps extends SelectProps {
  /** Called once, when the combobox can take this element's place, with how it has to begin. */
  readonly onReplace: (Combobox: ComponentType<ComboboxProps>, start: Start) => void;
}

/**
 * The browser's own select. It is never replaced under its open list: if the combobox's code arrives then, or never,
 * the select stays native.
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

  const replaceFocused = () => {
    if (select.current !== null && document.activeElement === select.current) replace('focused');
  };

  const fetchCode = async () => {
    await comboboxCode.fetch();
    if (select.current && popupState(select.current) === 'closed') replaceFocused();
  };

  useLayoutEffect(() => {
    const element = select.current;
    if (!element) return;
    const chosen = element.value;
    // A reset must not bring back what the server had chosen.
    for (const option of element.options) option.defaultSelected = false;
    element.value = chosen;
    // React does not know of a choice that was made before hydration.
    if (chosen !== value) onChange(chosen);
    // oxlint-disable-next-line react/exhaustive-deps -- read once, in the moment of hydration
  }, []);

  useEffect(() => {
    const form = select.current?.form;
    const fetchAhead = () => void fetchCode();
    if (form?.contains(document.activeElement)) fetchAhead();
    form?.addEventListener('focusin', fetchAhead, { once: true });
    return () => {
      form?.removeEventListener('focusin', fetchAhead);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the first focus in the form is one event
  }, []);

  const openAtPress = (event: MouseEvent) => {
    if (event.button !== 0 || !comboboxCode.get()) return;
    // Neither the native list opens, nor does the focus leave the combobox again.
    event.preventDefault();
    replace('open');
  };

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
        onMouseDown={openAtPress}
        onFocus={(event) => {
          if (popupState(event.currentTarget) !== 'open') replaceFocused();
          void fetchCode();
        }}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          if (popupState(event.currentTarget) !== 'open') replaceFocused();
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

/** Whether a native select shows its list; older browsers don't say. */
function popupState(select: HTMLSelectElement): 'open' | 'closed' | 'unknown' {
  try {
    return select.matches(':open') ? 'open' : 'closed';
  } catch {
    return 'unknown';
  }
}
