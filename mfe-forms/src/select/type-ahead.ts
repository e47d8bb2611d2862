import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { SelectInstance } from 'react-select';
import type { SelectOption } from './select-props';

type Instance = SelectInstance<SelectOption>;

/** Pause after which typing starts anew, in milliseconds (specification, section 9). */
export const TYPE_AHEAD_RESET = 1000;

/**
 * What react-select's own `focusOption` does, which moves by one option only. Its state is no public interface: that is
 * why package.json names one exact version.
 */
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

const fold = (text: string) => text.toLocaleLowerCase('uk').replace(/\s/gu, ' ');

/**
 * The option whose label starts with what was typed, the next one after `current` first. One letter, also typed
 * repeatedly, moves on to the next option that starts with it.
 */
export const findByPrefix = (
  options: readonly SelectOption[],
  typed: string,
  current: SelectOption | null,
): SelectOption | undefined => {
  const letters = Array.from(fold(typed));
  const cycling = letters.every((letter) => letter === letters[0]);
  const prefix = cycling ? (letters[0] ?? '') : letters.join('');
  const start = current === null ? 0 : options.indexOf(current) + (cycling ? 1 : 0);
  const inOrder = [...options.slice(start), ...options.slice(0, start)];
  return inOrder.find((option) => fold(option.label).startsWith(prefix));
};
