import { lazily } from '../lazily';
import { RemoteError } from './errors';
import type { RemoteLoader } from './remote-loader';

/** A loader whose own code, the federation's runtime, comes with the first module that is asked for. */
export function createLazyLoader(getLoader: () => Promise<RemoteLoader>): RemoteLoader {
  const loader = lazily(getLoader);
  return {
    load: async (id, plan) => {
      const remotes = await loader().catch((cause: unknown) => {
        throw new RemoteError(`${id} could not be loaded`, { cause });
      });
      return remotes.load(id, plan);
    },
  };
}
