import { classNames, Icon } from '@vidlunnia/ui';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import ReactSelect, {
  type AriaLiveMessages,
  type ClassNamesConfig,
  type GroupBase,
  type SelectInstance,
} from 'react-select';
import control from '../control.module.css';
import styles from './combobox.module.css';
import { COPY } from './copy';
import { ComboboxContext, Input, MenuList } from './parts';
import type { ChoiceProps, SelectOption } from './select';
import { useTypeAhead } from './type-ahead';

/** Number of options that a page key skips. */
const PAGE_SIZE = 5;

/** react-select as a select-only combobox of the ARIA practices. */
export function Combobox({ id, value, onChange, 'aria-describedby': describedBy, ...passed }: ChoiceProps) {
  const { options, required } = passed;
  const select = useRef<SelectInstance<SelectOption>>(null);
  const active = useRef<SelectOption>(null);
  const [jump, setJump] = useState({ by: PAGE_SIZE });
  const findTyped = useTypeAhead(options);
  const chosen = options.find((option) => option.value === value) ?? null;

  useLayoutEffect(() => {
    select.current?.focusOption(jump.by > 0 ? 'pagedown' : 'pageup');
  }, [jump]);

  const onKeyDown = (event: KeyboardEvent) => {
    const found = findTyped(event, active.current ?? chosen);
    if (event.key === 'Enter' && active.current === null) {
      // react-select would let the key submit the form.
      event.preventDefault();
      select.current?.openMenu('first');
    } else if (active.current && event.key.startsWith('Page')) {
      event.preventDefault();
      setJump({ by: event.key === 'PageUp' ? -PAGE_SIZE : PAGE_SIZE });
    } else if (active.current && found) {
      setJump({ by: options.indexOf(found) - options.indexOf(active.current) });
    } else if (found) {
      select.current?.selectOption(found);
    }
  };

  return (
    <>
      <ComboboxContext value={{ describedBy, active }}>
        <ReactSelect<SelectOption>
          {...passed}
          ref={select}
          instanceId={id}
          inputId={id}
          value={chosen}
          onChange={(option) => {
            onChange(option?.value ?? '');
          }}
          onKeyDown={onKeyDown}
          // Typing moves by a distance, like a page key.
          pageSize={Math.abs(jump.by)}
          isClearable={!required}
          noOptionsMessage={() => COPY.empty}
          formatOptionLabel={(option, { context }) => (
            <>
              {/* Its own element, because browsers' translators replace texts. */}
              <span>{option.label}</span>
              {context === 'menu' && option === chosen && <Icon name="check" />}
            </>
          )}
          components={components}
          classNames={classes}
          styles={noStyles}
          unstyled
          blurInputOnSelect={false}
          menuPlacement="auto"
          menuShouldScrollIntoView={false}
          tabSelectsValue={false}
          ariaLiveMessages={liveMessages}
        />
      </ComboboxContext>
      {!required && chosen && (
        <button
          type="button"
          className={styles.clear}
          aria-label={COPY.clear}
          title={COPY.clear}
          onClick={() => {
            onChange('');
            // The button disappears with the value.
            select.current?.focus();
          }}
        >
          <Icon name="cross" />
        </button>
      )}
    </>
  );
}

const components = { IndicatorsContainer: () => null, Input, MenuList };

const classes: ClassNamesConfig<SelectOption, false> = {
  container: () => '',
  control: ({ hasValue, selectProps }) =>
    classNames(control.control, styles.control, hasValue && selectProps.isClearable && styles.clearable),
  valueContainer: () => classNames(styles.value),
  singleValue: () => classNames(styles.chosen),
  placeholder: () => classNames(styles.chosen, styles.placeholder),
  menu: ({ placement }) => classNames(styles.menu, placement === 'top' ? styles.above : styles.below),
  option: ({ isFocused, isSelected }) =>
    classNames(styles.option, isFocused && styles.active, isSelected && styles.selected),
  noOptionsMessage: () => classNames(styles.empty),
};

/** None of react-select's styles is used, because they are unlayered and would override every layer. */
const noStyles = Object.fromEntries(Object.keys(classes).map((part) => [part, () => ({})]));

/** The texts that react-select announces itself. Roles and states cover the rest. */
const liveMessages: AriaLiveMessages<SelectOption, false, GroupBase<SelectOption>> = {
  guidance: () => '',
  onFilter: () => '',
  onChange: ({ action, label }) => (action === 'select-option' ? COPY.selected(label) : ''),
  // Only where react-select does not set `aria-activedescendant`, on Apple devices.
  onFocus: ({ context, isAppleDevice, isSelected, label }) => {
    if (context !== 'menu' || !isAppleDevice) return '';
    return isSelected ? COPY.selected(label) : label;
  },
};
