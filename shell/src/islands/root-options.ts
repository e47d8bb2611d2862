import { RemoteError } from '../remotes/errors';

/** Options of every React root of a page. */
export const ROOT_OPTIONS = {
  onCaughtError: (error: unknown) => {
    // An island that could not be loaded was logged where it happened.
    if (!(error instanceof RemoteError)) console.error(error);
  },
} as const;
