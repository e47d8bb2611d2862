import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Directions in which a list has hidden options. */
interface Overflow {
  readonly up: boolean;
  readonly down: boolean;
}

/** The options' scrolling element, whose reference react-select does not expose. */
export const listIn = (frame: HTMLElement | null): HTMLElement | null =>
  frame?.querySelector<HTMLElement>('[role="listbox"]') ?? null;

// Scroll positions may be fractional.
const SLACK = 1;

/**
 * Directions in which the list in `frame` can be scrolled. The scroll buttons share the frame with it: a button reduces
 * the list's height, so it stays until the list could show everything without it.
 */
export function useOverflow(frame: RefObject<HTMLElement | null>) {
  const [more, setMore] = useState<Overflow>({ up: false, down: false });

  const measure = () => {
    const list = listIn(frame.current);
    if (!frame.current || !list) return;
    const { scrollTop, scrollHeight, clientHeight } = list;
    const buttons = frame.current.clientHeight - clientHeight;
    // oxlint-disable-next-line react/set-state-in-effect -- what overflows is known once it is laid out
    setMore((shown) => {
      const button = buttons / Math.max(1, Number(shown.up) + Number(shown.down));
      const up = scrollTop > SLACK + (shown.up ? button : 0);
      const down = scrollHeight - clientHeight - scrollTop > SLACK + (shown.down ? button : 0);
      return up === shown.up && down === shown.down ? shown : { up, down };
    });
  };

  // The upper button moves the list down: scrolling by its height keeps the options in place.
  const offset = useRef(0);
  useLayoutEffect(() => {
    const list = listIn(frame.current);
    if (!list) return;
    list.scrollTop += list.offsetTop - offset.current;
    offset.current = list.offsetTop;
  }, [more.up, frame]);

  useLayoutEffect(measure, [frame]);

  return { more, measure };
}
