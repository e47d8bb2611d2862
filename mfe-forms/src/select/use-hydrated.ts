import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and in the first render of a server-rendered page, true ever after. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
