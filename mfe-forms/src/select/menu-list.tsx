import { useRef } from 'react';
import type { MenuListProps } from 'react-select';
import { selectCopy } from './copy';
import type { SelectOption } from './option';
import { ScrollButton } from './scroll-button';
import styles from './combobox.module.css';
import { listIn, useOverflow } from './use-overflow';

/** The options, with a scroll button at each end that hides some. */
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
          label={selectCopy.scrollUp}
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
          label={selectCopy.scrollDown}
          onScroll={() => {
            scrollByOption(1);
          }}
        />
      )}
    </div>
  );
}
