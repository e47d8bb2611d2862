import { Icon } from '@vidlunnia/ui';
import { createContext, use, type SyntheticEvent } from 'react';
import type {
  ClearIndicatorProps,
  DropdownIndicatorProps,
  GroupBase,
  InputProps,
  OptionProps,
  SelectComponentsConfig,
} from 'react-select';
import styles from './combobox.module.css';
import { COPY } from './copy';
import { MenuList } from './menu-list';
import type { SelectOption } from './select-props';

/** Id of the hint that describes the select; react-select does not pass on `aria-describedby`. */
export const SelectHint = createContext<string | undefined>(undefined);

/**
 * The focusable element of the select. react-select's own for `isSearchable={false}` is marked as read-only and has no
 * value; this one follows the ARIA practices' select-only combobox: its value is the choice.
 */
function Input({
  innerRef,
  id,
  getValue,
  onFocus,
  onBlur,
  'aria-expanded': expanded,
  'aria-controls': controls,
  'aria-activedescendant': active,
  'aria-required': required,
  'aria-invalid': invalid,
}: InputProps<SelectOption, false>) {
  return (
    <input
      ref={innerRef}
      id={id}
      value={getValue()[0]?.label ?? ''}
      readOnly
      inputMode="none"
      autoComplete="off"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={expanded}
      aria-controls={controls}
      aria-activedescendant={active === '' ? undefined : active}
      aria-required={required}
      aria-invalid={invalid}
      aria-describedby={use(SelectHint)}
      className={styles.input}
      onFocus={onFocus}
      onBlur={onBlur}
    />
  );
}

// react-select would open its menu by these events.
const keep = (event: SyntheticEvent) => {
  event.stopPropagation();
};

/** A real button: react-select's own is hidden from screen readers and not reachable by keyboard. */
function ClearIndicator({ clearValue, selectProps }: ClearIndicatorProps<SelectOption, false>) {
  const clear = () => {
    clearValue();
    // The button disappears with the value that it clears.
    if (selectProps.inputId) document.getElementById(selectProps.inputId)?.focus();
  };
  return (
    <button
      type="button"
      className={styles.clear}
      aria-label={COPY.clear}
      title={COPY.clear}
      onMouseDown={keep}
      onTouchEnd={keep}
      onKeyDown={keep}
      onClick={clear}
    >
      <Icon name="cross" />
    </button>
  );
}

function DropdownIndicator({ innerProps, selectProps }: DropdownIndicatorProps<SelectOption, false>) {
  return (
    <div {...innerProps} className={styles.chevron} data-open={selectProps.menuIsOpen || undefined}>
      <Icon name="chevron" />
    </div>
  );
}

function Option({ innerRef, innerProps, isFocused, isSelected, children }: OptionProps<SelectOption, false>) {
  return (
    <div
      {...innerProps}
      ref={innerRef}
      className={styles.option}
      data-active={isFocused || undefined}
      data-chosen={isSelected || undefined}
    >
      {children}
      {isSelected && <Icon name="check" />}
    </div>
  );
}

/** Our replacements of react-select's components. Defined once: a new component type would remount everything. */
export const components: SelectComponentsConfig<SelectOption, false, GroupBase<SelectOption>> = {
  Input,
  ClearIndicator,
  DropdownIndicator,
  IndicatorSeparator: null,
  MenuList,
  Option,
};
