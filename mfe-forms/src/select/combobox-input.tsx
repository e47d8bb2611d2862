import { createContext, use } from 'react';
import type { InputProps } from 'react-select';
import type { SelectOption } from './option';
import styles from './combobox.module.css';

/** Id of the hint that describes the select; react-select passes no `aria-describedby` on. */
export const SelectHint = createContext<string | undefined>(undefined);

/**
 * The element that holds focus and speaks for the select. react-select's own for `isSearchable={false}` calls itself
 * read-only and names no value; this one follows the ARIA practices' select-only combobox: its value is the choice.
 */
export function ComboboxInput({
  innerRef,
  id,
  getValue,
  onFocus,
  onBlur,
  'aria-expanded': expanded,
  'aria-controls': controls,
  'aria-activedescendant': active,
  'aria-required': required,
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
      aria-describedby={use(SelectHint)}
      className={styles.input}
      onFocus={onFocus}
      onBlur={onBlur}
    />
  );
}
