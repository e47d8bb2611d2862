import { useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** Holds a part's latest props beside the tree. */
export interface PropsCell<Props> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => Props;
  /** The first props: those that the server rendered, for the part to hydrate with. */
  readonly readFirst: () => Props;
  readonly write: (props: Props) => void;
}

function createPropsCell<Props>(initial: Props): PropsCell<Props> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => current,
    readFirst: () => initial,
    write: (props) => {
      current = props;
      for (const listener of listeners) listener();
    },
  };
}

/**
 * A cell that is always the same object and carries `props`. A boundary above a part then never receives an update
 * from its parent: one that reaches a boundary which has not hydrated yet would erase the server's HTML.
 */
export function usePropsCell<Props extends object>(props: Props): PropsCell<Props> {
  const [cell] = useState(() => createPropsCell(props));
  useLayoutEffect(() => {
    if (!sameProps(cell.read(), props)) cell.write(props);
  });
  return cell;
}

/** Inside the boundary: the props as they are now. */
export const useCellProps = <Props>(cell: PropsCell<Props>): Props =>
  useSyncExternalStore(cell.subscribe, cell.read, cell.readFirst);

function sameProps<Props extends object>(a: Props, b: Props): boolean {
  const before = new Map<string, unknown>(Object.entries(a));
  const after: [string, unknown][] = Object.entries(b);
  return before.size === after.length && after.every(([name, value]) => before.get(name) === value);
}
