import { Icon, type IconName } from '@vidlunnia/ui';
import { useEffect, useRef, type PointerEvent, type SyntheticEvent } from 'react';
import type { MenuListProps } from 'react-select';
import styles from './combobox.module.css';
import { COPY } from './copy';
import type { SelectOption } from './select-props';
import { listIn, useOverflow } from './use-overflow';

/** The options, with a scroll button at each end that has hidden ones. */
export function MenuList({ innerRef, innerProps, children }: MenuListProps<SelectOption, false>) {
  const frame = useRef<HTMLDivElement>(null);
  const { more, measure } = useOverflow(frame);

  const scrollByOption = (direction: 1 | -1) => {
    const list = listIn(frame.current);
    const option = list?.querySelector<HTMLElement>('[role="option"]');
    if (list && option) list.scrollTop += direction * option.offsetHeight;
  };

  return (
    <div ref={frame} className={styles.frame}>
      {more.up && (
        <ScrollButton
          icon="chevron-up"
          label={COPY.scrollUp}
          onScroll={() => {
            scrollByOption(-1);
          }}
        />
      )}
      <div {...innerProps} ref={innerRef} className={styles.list} onScroll={measure}>
        {children}
      </div>
      {more.down && (
        <ScrollButton
          icon="chevron"
          label={COPY.scrollDown}
          onScroll={() => {
            scrollByOption(1);
          }}
        />
      )}
    </div>
  );
}

interface ScrollButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** Called at once and then repeatedly while the button is held. */
  readonly onScroll: () => void;
}

// react-select closes its menu when a touch ends outside of the options.
const keepMenu = (event: SyntheticEvent) => {
  event.stopPropagation();
};

/** Only for pointers: for keyboards and screen readers the options scroll with the active one. */
function ScrollButton({ icon, label, onScroll }: ScrollButtonProps) {
  return (
    <div
      aria-hidden="true"
      title={label}
      className={styles.scroll}
      onTouchEnd={keepMenu}
      {...useHold(onScroll)}
    >
      <Icon name={icon} />
    </div>
  );
}

/** Pause between repetitions while a scroll button is held, in milliseconds (specification, section 9). */
export const HOLD_INTERVAL = 50;

/** Handlers of an element that acts when pressed, and repeatedly until released. */
function useHold(act: () => void) {
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  const release = () => {
    clearInterval(timer.current);
  };
  useEffect(
    () => () => {
      clearInterval(timer.current);
    },
    [],
  );

  const press = (event: PointerEvent) => {
    if (event.button !== 0) return;
    release();
    act();
    timer.current = setInterval(act, HOLD_INTERVAL);
  };

  return { onPointerDown: press, onPointerUp: release, onPointerLeave: release, onPointerCancel: release };
}
