import type { ReleaseManifest } from '@vidlunnia/contracts/release';
import type { BuiltRelease } from './built-release';
import { sizeOf } from './publish';
import { styleProblems } from '@vidlunnia/releases/style-problems';

/** A build's text files with matching names. */
const texts = ({ release, read }: BuiltRelease, names: RegExp) =>
  Promise.all(
    Object.keys(release.files)
      .filter((file) => names.test(file))
      .map(async (file) => ({ file, text: (await read(file)).toString('utf8') })),
  );

/** Rejects a build if every shell would reject its style sheets. */
export async function checkStyles(built: BuiltRelease): Promise<void> {
  const { name } = built.release;
  const problems = (await texts(built, /\.css$/)).flatMap(({ file, text }) =>
    styleProblems(name, text).map((problem) => `${file}: ${problem}`),
  );
  if (problems.length > 0) throw new Error(`Styles reach beyond ${name}:\n${problems.join('\n')}`);
}

/** A mark of React that survives minifiers, once per copy: the internals that hold its dispatcher. */
const REACT = /\{\s*(?:H:\s*null,\s*A:\s*null,\s*T:\s*null,\s*S:\s*null|ReactCurrentDispatcher:)/;

/** Rejects a build with its own copy of React: hooks do not work across two copies. */
export async function checkReact(built: BuiltRelease): Promise<void> {
  const own = (await texts(built, /^client\/.*\.js$/)).filter(({ text }) => REACT.test(text));
  if (own.length === 0) return;
  const files = own.map(({ file }) => file).join(', ');
  throw new Error(
    `Two copies of React would be on the page: the shell’s, and one that ${built.release.version} brings in ${files}. Import react and react-dom under their own names only`,
  );
}

/** Size in bytes, for people. */
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** One line with a release's size and the difference from the current release. */
export function sizeReport(release: ReleaseManifest, current: ReleaseManifest | undefined): string {
  const size = sizeOf(release);
  const difference = size - (current ? sizeOf(current) : 0);
  const change =
    current &&
    ` (${difference < 0 ? '−' : '+'}${kilobytes(Math.abs(difference))} against ${current.version})`;
  return `${release.version}: ${String(Object.keys(release.files).length)} files, ${kilobytes(size)}${change ?? ''}`;
}
