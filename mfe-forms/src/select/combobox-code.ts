/** Attempts at loading before the code is given up. */
const ATTEMPTS = 2;

/** Code that is loaded when it is first wanted. */
interface OnDemand<Code> {
  /** The code, `undefined` until it is loaded. */
  get: () => Code | undefined;
  /**
   * Loads it: a single flight for all callers, repeated once after a failure. Resolves in any case, since whoever
   * wants it has something else.
   */
  fetch: () => Promise<void>;
}

export function createOnDemand<Code>(load: () => Promise<Code>): OnDemand<Code> {
  let code: Code | undefined;
  let flight: Promise<void> | undefined;
  let failures = 0;

  const attempt = async () => {
    try {
      code = await load();
    } catch (error) {
      failures += 1;
      if (failures < ATTEMPTS) flight = undefined;
      else console.error('A part of the page could not be loaded; its fallback stays', error);
    }
  };

  return { get: () => code, fetch: () => (flight ??= attempt()) };
}

/** The combobox with react-select: larger than all the rest of a form, so it is loaded as a form is being filled. */
export const comboboxCode = createOnDemand(async () => {
  const { Combobox } = await import(/* webpackChunkName: "combobox" */ './combobox');
  return Combobox;
});
