import type { BuiltRelease } from '../built-release';

/** What stands once in each copy of React and survives a minifier: the internals that hold its dispatcher. */
const MARK = /\{\s*(?:H:\s*null,\s*A:\s*null,\s*T:\s*null,\s*S:\s*null|ReactCurrentDispatcher:)/;

/** Scripts of a release that hold a React of their own. */
export async function ownReacts({ release, read }: BuiltRelease): Promise<string[]> {
  const scripts = Object.keys(release.files).filter((file) => file.endsWith('.js'));
  const found = await Promise.all(
    scripts.map(async (file) => (MARK.test((await read(file)).toString('utf8')) ? [file] : [])),
  );
  return found.flat();
}
