import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { SelectInstance } from 'react-select';
import { findByPrefix } from './find-by-prefix';
import type { SelectOption } from './option';

type Instance = SelectInstance<SelectOption>;

/** Pause after which typing starts anew, in milliseconds (specification, section 9). */
export const TYPE_AHEAD_RESET = 1000;

/** react-select can't be told which option to make active; this is what its own `focusOption` does. */
const activate = (instance: Instance, option: SelectOption) => {
  instance.scrollToFocusedOptionOnUpdate = true;
  instance.setState({ focusedOption: option, focusedOptionId: instance.getFocusedOptionId(option) });
};

const hasShortcut = (event: KeyboardEvent) => event.ctrlKey || event.metaKey || event.altKey;

/** Typing moves to an option, as in a native select: to the active one in an open menu, to the chosen one otherwise. */
export function useTypeAhead(select: RefObject<Instance | null>, options: readonly SelectOption[]) {
  const typed = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  const forget = () => {
    clearTimeout(timer.current);
    typed.current = '';
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.length > 1) {
      if (event.key !== 'Shift') forget();
      return;
    }
    const opening = event.key === ' ' && typed.current === '';
    if (opening || hasShortcut(event) || select.current === null) return;

    event.preventDefault();
    const text = typed.current + event.key;
    forget();
    typed.current = text;
    timer.current = setTimeout(forget, TYPE_AHEAD_RESET);

    const instance = select.current;
    const open = instance.props.menuIsOpen;
    const current = open ? instance.state.focusedOption : (instance.getValue()[0] ?? null);
    const found = findByPrefix(options, text, current);
    if (found === undefined || found === current) return;
    if (open) activate(instance, found);
    else instance.selectOption(found);
  };

  return { onKeyDown, forget };
}
