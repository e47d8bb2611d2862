import { Icon, type IconName } from '@vidlunnia/ui';
import { createContext, use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { InputProps, MenuListProps } from 'react-select';
import styles from './combobox.module.css';
import { COPY } from './copy';
import type { SelectOption } from './select';

/** What a combobox and its parts tell each other; react-select passes on neither. */
interface ComboboxParts {
  /** Ids of the elements that describe the combobox. */
  readonly describedBy: string | undefined;
  /** Called with the active option of an open menu, and with `null` when the menu closes. */
  readonly onActive: (option: SelectOption | null) => void;
}

export const ComboboxContext = createContext<ComboboxParts>({
  describedBy: undefined,
  onActive: () => undefined,
});

/**
 * The focusable element. react-select's own for `isSearchable={false}` is marked as read-only and has no value; this
 * one follows the ARIA practices' select-only combobox: its value is the choice.
 */
export function Input({
  innerRef,
  id,
  getValue,
  onFocus,
  onBlur,
  'aria-activedescendant': active,
  ...props
}: InputProps<SelectOption, false>) {
  const { describedBy } = use(ComboboxContext);
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
      aria-expanded={props['aria-expanded']}
      aria-controls={props['aria-controls']}
      aria-activedescendant={active === '' ? undefined : active}
      aria-required={props['aria-required']}
      aria-invalid={props['aria-invalid']}
      aria-describedby={describedBy}
      className={styles.input}
      onFocus={onFocus}
      onBlur={onBlur}
    />
  );
}

/** The options, with a scroll button at each end that has hidden ones. */
export function MenuList({
  innerRef,
  innerProps,
  focusedOption,
  children,
}: MenuListProps<SelectOption, false>) {
  const { onActive } = use(ComboboxContext);
  const list = useRef<HTMLDivElement>(null);
  const [isMoreAbove, setMoreAbove] = useState(false);
  const [isMoreBelow, setMoreBelow] = useState(false);

  const measure = (element: HTMLElement) => {
    const { scrollTop, scrollHeight, clientHeight } = element;
    // Scroll positions may be fractional.
    setMoreAbove(scrollTop > 1);
    setMoreBelow(scrollHeight - clientHeight - scrollTop > 1);
  };
  const scrollBy = (options: number) => {
    const option = list.current?.querySelector<HTMLElement>('[role="option"]');
    if (list.current && option) list.current.scrollTop += options * option.offsetHeight;
  };

  const tell = useEffectEvent(onActive);
  useLayoutEffect(() => {
    tell(focusedOption);
    return () => {
      tell(null);
    };
  }, [focusedOption]);

  return (
    <div
      {...innerProps}
      ref={(element) => {
        list.current = element;
        if (typeof innerRef === 'function') innerRef(element);
        if (element) measure(element);
      }}
      className={styles.list}
      onScroll={({ currentTarget }) => {
        measure(currentTarget);
      }}
    >
      {isMoreAbove && (
        <ScrollButton
          icon="chevron-up"
          label={COPY.scrollUp}
          scroll={() => {
            scrollBy(-1);
          }}
        />
      )}
      {children}
      {isMoreBelow && (
        <ScrollButton
          icon="chevron"
          label={COPY.scrollDown}
          scroll={() => {
            scrollBy(1);
          }}
        />
      )}
    </div>
  );
}

/** Pause between repetitions while a scroll button is held (specification, section 9). */
export const HOLD_INTERVAL_MS = 50;

interface ScrollButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** Called at once and then repeatedly while the button is held. */
  readonly scroll: () => void;
}

/** Only for pointers: for keyboards and screen readers the options scroll with the active one. */
function ScrollButton({ icon, label, scroll }: ScrollButtonProps) {
  const [isHeld, setHeld] = useState(false);
  const step = useEffectEvent(scroll);
  useEffect(() => {
    if (!isHeld) return undefined;
    step();
    const timer = setInterval(() => {
      step();
    }, HOLD_INTERVAL_MS);
    return () => {
      clearInterval(timer);
    };
  }, [isHeld]);
  const release = () => {
    setHeld(false);
  };
  return (
    <div
      aria-hidden="true"
      title={label}
      className={styles.scroll}
      onPointerDown={({ button }) => {
        setHeld(button === 0);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
    >
      <Icon name={icon} />
    </div>
  );
}
