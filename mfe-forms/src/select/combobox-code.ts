import type { ComponentType } from 'react';
import type { ComboboxProps } from './combobox';

let code: ComponentType<ComboboxProps> | undefined;
let flight: Promise<void> | undefined;

/** The combobox with react-select: larger than the rest of a form, so it is loaded while a form is being filled. */
export const comboboxCode = {
  /** The component, `undefined` until it is loaded. */
  get: () => code,
  /** Loads it once for all callers; a failure is retried at the next call. Never rejects: the native select stays. */
  fetch: (): Promise<void> =>
    (flight ??= import(/* webpackChunkName: "combobox" */ './combobox').then(
      ({ Combobox }) => {
        code = Combobox;
      },
      () => {
        flight = undefined;
      },
    )),
};
