import { classNames, Icon } from '@vidlunnia/shared/ui';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import control from '../form/control.module.css';
import type { SelectProps } from './select';
import styles from './select.module.css';

interface NativeSelectProps extends SelectProps {
  /** Is told whether the element had the focus when it went. */
  readonly leavesFocus: RefObject<boolean>;
}

export function NativeSelect({
  id,
  name,
  options,
  value,
  onChange,
  required,
  placeholder,
  describedBy,
  leavesFocus,
}: NativeSelectProps) {
  const select = useRef<HTMLSelectElement>(null);
  // Uncontrolled, so that hydration keeps a choice made before it.
  useLayoutEffect(() => {
    const element = select.current;
    if (element?.value) onChange(element.value);
    return () => {
      leavesFocus.current = element !== null && document.activeElement === element;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- read once, in the moment of hydration
  }, []);
  return (
    <div className={styles.container}>
      <select
        ref={select}
        id={id}
        name={name}
        defaultValue={value}
        required={required}
        aria-describedby={describedBy}
        className={classNames(control.control, styles.native)}
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
