import type { SelectOption } from './option';

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
