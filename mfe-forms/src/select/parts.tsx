import { Icon } from '@vidlunnia/ui';
import {
  createContext,
  use,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import type { InputProps, MenuListProps } from 'react-select';
import styles from './combobox.module.css';
import { COPY } from './copy';
import type { SelectOption } from './select';

/** Values that a combobox shares with its parts, because react-select does not pass them. */
export const ComboboxContext = createContext<{
  /** Ids of the elements that describe the combobox. */
  readonly describedBy?: string | undefined;
  /** Gets the active option of an open menu, and `null` when the menu closes. */
  readonly active?: RefObject<SelectOption | null>;
}>({});

/**
 * The focusable element: a select-only combobox of the ARIA practices, whose value is the choice. react-select's own
 * element for `isSearchable={false}` is read-only and has no value.
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

/**
 * The options, with a scroll button at each end with hidden options. Scrolls the page to the menu before it is drawn:
 * react-select's own scrolling takes many frames, and a press meanwhile ends beside its option and chooses nothing.
 */
export function MenuList({
  innerRef,
  innerProps,
  focusedOption,
  children,
}: MenuListProps<SelectOption, false>) {
  const { active } = use(ComboboxContext);
  const list = useRef<HTMLDivElement>(null);
  const [isMoreAbove, setMoreAbove] = useState(false);
  const [isMoreBelow, setMoreBelow] = useState(false);
  useImperativeHandle(active, () => focusedOption, [focusedOption]);
  useLayoutEffect(() => {
    // After react-select has placed the menu.
    const frame = requestAnimationFrame(() => {
      list.current?.parentElement?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, []);

  const measure = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement) => {
    // Scroll positions may be fractional.
    setMoreAbove(scrollTop > 1);
    setMoreBelow(scrollHeight - clientHeight - scrollTop > 1);
  };
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
      {isMoreAbove && <ScrollButton list={list} direction="up" />}
      {children}
      {isMoreBelow && <ScrollButton list={list} direction="down" />}
    </div>
  );
}

/** Pause between repetitions while a scroll button is held (specification, section 9). */
export const HOLD_INTERVAL_MS = 50;

interface ScrollButtonProps {
  readonly list: RefObject<HTMLElement | null>;
  readonly direction: 'up' | 'down';
}

/**
 * Scrolls by one option at a press, then repeatedly while it is held. Only for pointers, because for keyboards and
 * screen readers the options scroll with the active option.
 */
function ScrollButton({ list, direction }: ScrollButtonProps) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isHeld) return undefined;
    const scroll = () => {
      const option = list.current?.querySelector<HTMLElement>('[role="option"]');
      const pixels = option?.offsetHeight ?? 0;
      list.current?.scrollBy(0, direction === 'up' ? -pixels : pixels);
    };
    scroll();
    const timer = setInterval(scroll, HOLD_INTERVAL_MS);
    return () => {
      clearInterval(timer);
    };
  }, [isHeld, list, direction]);
  const release = () => {
    setHeld(false);
  };
  return (
    <div
      aria-hidden="true"
      title={direction === 'up' ? COPY.scrollUp : COPY.scrollDown}
      className={styles.scroll}
      onPointerDown={({ button }) => {
        setHeld(button === 0);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
    >
      <Icon name={direction === 'up' ? 'chevron-up' : 'chevron'} />
    </div>
  );
}
