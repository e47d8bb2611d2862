import { useRef, type KeyboardEvent, type RefObject } from 'react';
import type { SelectInstance } from 'react-select';
import type { SelectOption } from './select-props';

/** Milliseconds after which typing starts again from the beginning (specification, section 9). */
export const TYPE_AHEAD_RESET = 1000;

/** Typing moves to an option, as in a native select: in an open menu the active option, otherwise the chosen one. */
export function useTypeAhead(
  select: RefObject<SelectInstance<SelectOption> | null>,
  options: readonly SelectOption[],
) {
  const last = useRef({ text: '', at: 0 });

  const forget = () => {
    last.current.text = '';
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const now = Date.now();
    if (now - last.current.at >= TYPE_AHEAD_RESET) forget();
    if (event.key.length > 1) {
      // Arrows and similar keys; Shift belongs to a letter.
      if (event.key !== 'Shift') forget();
      return;
    }
    const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
    const isOpening = event.key === ' ' && last.current.text === '';
    const instance = select.current;
    if (isOpening || isShortcut || instance === null) return;

    event.preventDefault();
    const text = last.current.text + event.key;
    last.current = { text, at: now };
    const isOpen = instance.props.menuIsOpen;
    const current = isOpen ? instance.state.focusedOption : (instance.getValue()[0] ?? null);
    const found = findByPrefix(options, text, current);
    if (found === undefined || found === current) return;
    if (isOpen) activate(instance, found);
    else instance.selectOption(found);
  };

  return { onKeyDown, forget };
}

/**
 * Does the same as react-select's own `focusOption`, which moves by only one option. Its state is not a public
 * interface, so package.json has one exact version.
 */
const activate = (instance: SelectInstance<SelectOption>, option: SelectOption) => {
  instance.scrollToFocusedOptionOnUpdate = true;
  instance.setState({ focusedOption: option, focusedOptionId: instance.getFocusedOptionId(option) });
};

const fold = (text: string) => text.toLocaleLowerCase('uk').replace(/\s/gu, ' ');

/**
 * The option whose label starts with the typed text, beginning after `current`. A single letter, also repeated, moves
 * to the next option that starts with it.
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
