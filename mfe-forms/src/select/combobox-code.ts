/** Maximum attempts to load the code. */
const ATTEMPTS = 2;

/** Code that is loaded on demand. */
interface OnDemand<Code> {
  /** The code, `undefined` until it is loaded. */
  get: () => Code | undefined;
  /**
   * Loads it: a single flight for all callers, repeated once after a failure. Never rejects, since callers have a
   * fallback.
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

/** The combobox with react-select: larger than the rest of a form, so it is loaded while a form is being filled. */
export const comboboxCode = createOnDemand(async () => {
  const { Combobox } = await import(/* webpackChunkName: "combobox" */ './combobox');
  return Combobox;
});
