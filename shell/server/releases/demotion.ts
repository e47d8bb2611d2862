import type { ReleaseSet } from '../../src/remotes/release-set';
import type { History, VerifiedRelease } from './history';
import type { ReleaseStore } from './release-store';

interface Demotion {
  readonly newest: { readonly name: string; readonly version: string };
  readonly previous: VerifiedRelease;
}

/**
 * Of a set the release that was promoted last, and the one before it that is still here; `null` when no release has any.
 * The latest change is the likeliest to have broken a set that worked. Containers in `spared` are not to blame.
 */
export function newestWithPrevious(
  { remotes }: ReleaseSet,
  history: Pick<History, 'of'>,
  store: Pick<ReleaseStore, 'has'>,
  spared: ReadonlySet<string>,
): Demotion | null {
  const found = Object.keys(remotes).flatMap((name) => {
    const [newest, ...before] = history.of(name);
    if (!newest || spared.has(remotes[name]?.container ?? '')) return [];
    const previous = before.find(({ version, release }) => release && store.has(name, version));
    if (!previous?.release) return [];
    const { commit, provenance, release } = previous;
    return [
      {
        since: newest.since,
        newest: { name, version: newest.version },
        previous: { name, commit, ...(provenance && { provenance }), release },
      },
    ];
  });
  return found.sort((one, other) => other.since.localeCompare(one.since))[0] ?? null;
}
