import { useEffect, useRef, type ReactElement } from 'react';

/** A component's states by name. */
export type Stories = Readonly<Record<string, ReactElement>>;

interface ActsProps {
  readonly act: (root: HTMLElement) => void;
  readonly children: ReactElement;
}

/** A component in the state that a visitor's actions lead to. */
export function Acts({ act, children }: ActsProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (container.current) act(container.current);
  }, [act]);
  return <div ref={container}>{children}</div>;
}

/** Text with a word that is longer than a line. */
export const LONG_TEXT =
  'Перехресноопилювальнопересправжувальний допис про те, як ми пів року рахували заявки двічі, не помітили, дізналися від клієнта й перерахували все наново. '.repeat(
    2,
  );
