import { useRef, type KeyboardEvent } from 'react';
import type { SelectOption } from './select';

/** Milliseconds after which typing starts again from the beginning (specification, section 9). */
export const TYPE_AHEAD_RESET_MS = 1000;

/** Returns a function for key presses, which finds the option that the visitor types, as in a native select. */
export function useTypeAhead(options: readonly SelectOption[]) {
  const last = useRef({ text: '', at: 0 });

  return (event: KeyboardEvent, current: SelectOption | null): SelectOption | undefined => {
    const { key, ctrlKey, metaKey, altKey } = event;
    // The shifted letter follows.
    if (key === 'Shift') return undefined;
    const now = Date.now();
    const before = now - last.current.at < TYPE_AHEAD_RESET_MS ? last.current.text : '';
    const isShortcut = ctrlKey || metaKey || altKey;
    // Arrows and similar keys have names; a space by itself opens the menu or chooses.
    const isText = key.length === 1 && !isShortcut && !(key === ' ' && before === '');
    last.current = { text: isText ? before + key : '', at: now };
    if (!isText) return undefined;
    event.preventDefault();
    return findByPrefix(options, last.current.text, current);
  };
}

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
