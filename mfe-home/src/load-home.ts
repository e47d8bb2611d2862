import type { Home, LoadContext } from '@vidlunnia/contracts';

/** Makes the `load` function of a section, which loads the owner's content for it. */
export const loadHome =
  <Section extends keyof Home>(section: Section) =>
  async (_params: object, { api, signal }: LoadContext): Promise<Home[Section]> => {
    if (!api.home) throw new Error('This shell is older than the API’s home page');
    return api.home(section, { signal });
  };
