import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import ReactSelect, { type SelectInstance } from 'react-select';
import { SelectHint } from './combobox-input';
import { liveMessages } from './live-messages';
import { bareStyles, lookClassNames } from './look';
import type { SelectOption } from './option';
import { parts } from './parts';
import type { ComboboxProps } from './select';
import { useMenuPlacement } from './use-menu-placement';
import { useTypeAhead } from './use-type-ahead';

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
  start,
}: ComboboxProps) {
  const select = useRef<SelectInstance<SelectOption>>(null);
  const typeAhead = useTypeAhead(select, options);
  useLayoutEffect(() => {
    if (start !== 'resting') select.current?.focus();
    if (start === 'open') select.current?.openMenu('first');
  }, [start]);
  const [placement, placeMenu] = useMenuPlacement(select);
  const onKeyDown = (event: KeyboardEvent) => {
    const instance = select.current;
    if (event.key === 'Enter' && event.target === instance?.inputRef && !instance.props.menuIsOpen) {
      // As the ARIA practices' select-only combobox: react-select would let the key send the form.
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
        onMenuOpen={placeMenu}
        menuPlacement={placement}
        required={required}
        isClearable={!required}
        placeholder={placeholder}
        noOptionsMessage={() => emptyMessage}
        components={parts}
        classNames={lookClassNames}
        styles={bareStyles}
        unstyled
        blurInputOnSelect={false}
        tabSelectsValue={false}
        ariaLiveMessages={liveMessages}
        screenReaderStatus={() => ''}
      />
    </SelectHint>
  );
}
