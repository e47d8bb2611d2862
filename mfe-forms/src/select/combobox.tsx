import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import ReactSelect, {
  type AriaLiveMessages,
  type GroupBase,
  type MenuPlacement,
  type SelectInstance,
} from 'react-select';
import { comboboxClasses, noStyles } from './combobox-styles';
import { SelectHint, components } from './components';
import { COPY } from './copy';
import type { ComboboxProps, SelectOption } from './select-props';
import { useTypeAhead } from './type-ahead';

/** react-select as a select-only combobox. */
export function Combobox({
  id,
  name,
  options,
  value,
  onChange,
  required,
  placeholder,
  emptyMessage,
  describedBy,
  invalid = false,
  start,
}: ComboboxProps) {
  const select = useRef<SelectInstance<SelectOption>>(null);
  const [placement, setPlacement] = useState<MenuPlacement>('bottom');
  const typeAhead = useTypeAhead(select, options);
  useLayoutEffect(() => {
    if (start !== 'resting') select.current?.focus();
    if (start === 'open') select.current?.openMenu('first');
  }, [start]);
  const onKeyDown = (event: KeyboardEvent) => {
    const instance = select.current;
    if (event.key === 'Enter' && event.target === instance?.inputRef && !instance.props.menuIsOpen) {
      // As in the ARIA practices' select-only combobox: react-select would let the key submit the form.
      event.preventDefault();
      instance.openMenu('first');
    }
    typeAhead.onKeyDown(event);
  };
  return (
    <SelectHint value={describedBy}>
      <ReactSelect<SelectOption>
        ref={select}
        instanceId={id}
        inputId={id}
        name={name}
        options={options}
        value={options.find((option) => option.value === value) ?? null}
        onChange={(option) => {
          onChange(option?.value ?? '');
        }}
        onKeyDown={onKeyDown}
        onBlur={typeAhead.forget}
        onMenuOpen={() => {
          setPlacement(placementAt(select.current?.controlRef));
        }}
        menuPlacement={placement}
        required={required}
        aria-invalid={invalid || undefined}
        isClearable={!required}
        placeholder={placeholder}
        noOptionsMessage={() => emptyMessage}
        components={components}
        classNames={comboboxClasses}
        styles={noStyles}
        unstyled
        blurInputOnSelect={false}
        tabSelectsValue={false}
        ariaLiveMessages={liveMessages}
        screenReaderStatus={() => ''}
      />
    </SelectHint>
  );
}

/** Maximum height of the menu with its gap, as in its styles: in pixels, and as a part of the viewport. */
const MENU_ROOM = { pixels: 240, viewport: 0.42 };

/**
 * The side on which the menu opens: below, unless only above has enough space. react-select's own `auto` opens it above
 * only at the end of the page: it includes the space that scrolling would add, and scrolls the page.
 */
const placementAt = (control: HTMLElement | null | undefined): MenuPlacement => {
  if (!control) return 'bottom';
  const { top, bottom } = control.getBoundingClientRect();
  const below = window.innerHeight - bottom;
  const wanted = Math.min(MENU_ROOM.pixels, MENU_ROOM.viewport * window.innerHeight);
  return below < wanted && top > below ? 'top' : 'bottom';
};

/** The texts that react-select announces itself. Roles and states cover the rest. */
const liveMessages: AriaLiveMessages<SelectOption, false, GroupBase<SelectOption>> = {
  guidance: () => '',
  onFilter: () => '',
  onChange: ({ action, label }) => (action === 'select-option' ? COPY.selected(label) : ''),
  // Only if the active option is not announced: react-select does not set `aria-activedescendant` on Apple devices.
  onFocus: ({ context, isAppleDevice, isSelected, label }) => {
    if (context !== 'menu' || !isAppleDevice) return '';
    return isSelected ? COPY.selected(label) : label;
  },
};
