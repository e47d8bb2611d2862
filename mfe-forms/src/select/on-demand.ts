/** Times that code is asked for before it is given up. */
const ATTEMPTS = 2;

/** Code that comes when it is first wanted. */
export interface OnDemand<Code> {
  /** The code, `undefined` until it has come. */
  get: () => Code | undefined;
  /** Asks for it, once more when that failed before. Resolves in any case: whoever wants it has something else. */
  fetch: () => Promise<void>;
}

export function createOnDemand<Code>(load: () => Promise<Code>): OnDemand<Code> {
  let code: Code | undefined;
  let fetching: Promise<void> | undefined;
  let failures = 0;

  const attempt = async () => {
    try {
      code = await load();
    } catch (error) {
      failures += 1;
      if (failures < ATTEMPTS) fetching = undefined;
      else console.error('A part of the page could not be loaded; what stands in its place stays', error);
    }
  };

  return { get: () => code, fetch: () => (fetching ??= attempt()) };
}
