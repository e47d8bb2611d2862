import type { BuiltRelease } from './built-release';
import { styleProblems } from './style-problems';

/** Checks a build's style sheets as every shell will. Resolves to what was found right; throws what is not. */
export async function checkStyles({ release, read }: BuiltRelease): Promise<string> {
  const sheets = Object.keys(release.files).filter((file) => file.endsWith('.css'));
  const found = await Promise.all(
    sheets.map(async (file) => {
      const css = await read(file);
      return styleProblems(release.name, css.toString('utf8')).map((problem) => `${file}: ${problem}`);
    }),
  );
  const problems = found.flat();
  if (problems.length > 0) throw new Error(`Styles reach beyond ${release.name}:\n${problems.join('\n')}`);
  return `${String(sheets.length)} style sheets stay inside ${release.name}`;
}
