import { Icon } from '@vidlunnia/shared/ui';
import type { DropdownIndicatorProps, GroupBase, OptionProps, SelectComponentsConfig } from 'react-select';
import { ClearButton } from './clear-button';
import { ComboboxInput } from './combobox-input';
import { MenuList } from './menu-list';
import type { SelectOption } from './option';
import styles from './combobox.module.css';

function Chevron({ innerProps, selectProps }: DropdownIndicatorProps<SelectOption, false>) {
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

/** What react-select draws itself by: module-level, for a new component type would mount everything anew. */
export const parts: SelectComponentsConfig<SelectOption, false, GroupBase<SelectOption>> = {
  Input: ComboboxInput,
  ClearIndicator: ClearButton,
  DropdownIndicator: Chevron,
  IndicatorSeparator: null,
  MenuList,
  Option,
};
