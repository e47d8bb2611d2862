import type { BuiltRelease } from './built-release';

/** What stands once in each copy of React and survives a minifier: the internals that hold its dispatcher. */
const MARK = /\{\s*(?:H:\s*null,\s*A:\s*null,\s*T:\s*null,\s*S:\s*null|ReactCurrentDispatcher:)/;

interface SomeRelease {
  readonly release: Pick<BuiltRelease['release'], 'version' | 'files'>;
  readonly read: (file: string) => Promise<Buffer>;
}

/** Rejects a release with a React of its own: hooks of two copies do not meet. */
export async function checkReact({ release, read }: SomeRelease): Promise<void> {
  const scripts = Object.keys(release.files).filter((file) => /^client\/.*\.js$/.test(file));
  const found = await Promise.all(
    scripts.map(async (file) => (MARK.test((await read(file)).toString('utf8')) ? [file] : [])),
  );
  const own = found.flat();
  if (own.length === 0) return;
  throw new Error(
    `Two copies of React would be on the page: the shell’s, and one that ${release.version} brings in ${own.join(', ')}. Import react and react-dom under their own names only`,
  );
}
