import { Icon } from '@vidlunnia/shared/ui';
import type { SyntheticEvent } from 'react';
import type { ClearIndicatorProps } from 'react-select';
import { selectCopy } from './copy';
import type { SelectOption } from './option';
import styles from './combobox.module.css';

// react-select would open its menu by these.
const keep = (event: SyntheticEvent) => {
  event.stopPropagation();
};

/** A real button: react-select's own is hidden from screen readers and out of the keyboard's reach. */
export function ClearButton({ clearValue, selectProps }: ClearIndicatorProps<SelectOption, false>) {
  const clear = () => {
    clearValue();
    // The button goes with the value that it cleared.
    if (selectProps.inputId) document.getElementById(selectProps.inputId)?.focus();
  };
  return (
    <button
      type="button"
      className={styles.clear}
      aria-label={selectCopy.clear}
      title={selectCopy.clear}
      onMouseDown={keep}
      onTouchEnd={keep}
      onKeyDown={keep}
      onClick={clear}
    >
      <Icon name="cross" />
    </button>
  );
}
