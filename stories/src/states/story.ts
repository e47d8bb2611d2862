import type { ReactElement } from 'react';

/** A component in one state. */
export interface Story {
  readonly element: ReactElement;
  /** What a visitor does to get it into that state. */
  readonly act?: (root: HTMLElement) => void;
}

/** A component's states by their names. */
export type Stories = Readonly<Record<string, Story>>;

/** Words of any length, with one that no line holds. */
export const LONG_TEXT =
  'Перехресноопилювальнопересправжувальний допис про те, як ми пів року рахували заявки двічі, не помітили, дізналися від клієнта й перерахували все наново. '.repeat(
    2,
  );
