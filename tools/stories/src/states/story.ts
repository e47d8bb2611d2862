import type { ReactElement } from 'react';

/** A component in one state. */
export interface Story {
  readonly element: ReactElement;
  /** The visitor's actions that lead to the state. */
  readonly act?: (root: HTMLElement) => void;
}

/** A component's states by name. */
export type Stories = Readonly<Record<string, Story>>;

/** Text with a word that is longer than a line. */
export const LONG_TEXT =
  'Перехресноопилювальнопересправжувальний допис про те, як ми пів року рахували заявки двічі, не помітили, дізналися від клієнта й перерахували все наново. '.repeat(
    2,
  );
