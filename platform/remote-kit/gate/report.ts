import { mkdir, rm, writeFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import type { RemotePackage } from '@vidlunnia/settings/topology';
import type { BuiltRelease } from '../release/publish';
import type { Differences } from './look-around';

/** Findings in the error message; the report has all. */
const MAX_LINES = 12;
const STYLE =
  'figure{display:flex;gap:1rem;margin:0}figure>*{position:relative;flex:1}img{inline-size:100%}img+img{position:absolute;inset:0;mix-blend-mode:difference}';

/** Rejects a release with the findings, after writing a report with all of them and with the pictures. */
export async function rejectWith(
  { findings, pictures }: Differences,
  built: BuiltRelease,
  { directory }: Pick<RemotePackage, 'directory'>,
): Promise<never> {
  const lines = (await nameSources(findings.join('\n'), built)).split('\n');
  const { version } = built.release;
  const report = await writeReport(path.join(directory, 'dist/.gate', version), lines, pictures);
  const more = lines.length - MAX_LINES;
  throw new Error(
    [
      `In a browser ${version} harms the site; nothing was published:`,
      ...lines.slice(0, MAX_LINES),
      ...(more > 0 ? [`and ${String(more)} lines more`] : []),
      `Report, with pictures: ${report}`,
    ].join('\n'),
  );
}

/** Writes a page with the findings, and with both pictures and their difference where they differ. Resolves to its path. */
async function writeReport(
  folder: string,
  findings: readonly string[],
  pictures: Differences['pictures'],
): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const parts = pictures.map(async ({ title, live, fresh }, index) => {
    const [before, after] = [`${String(index)}-live.png`, `${String(index)}-new.png`];
    await writeFile(path.join(folder, before), live);
    await writeFile(path.join(folder, after), fresh);
    const [one, other] = [`<img src="${before}" alt="live">`, `<img src="${after}" alt="new">`];
    return `<h2>${title}: live, new, difference</h2><figure><p>${one}</p><p>${other}</p><p>${one}${other}</p></figure>`;
  });
  const text = findings.join('\n').replaceAll('<', '&lt;');
  const page = path.join(folder, 'index.html');
  await writeFile(
    page,
    `<!doctype html><meta charset="utf-8"><title>The gate</title><style>${STYLE}</style><pre>${text}</pre>${(await Promise.all(parts)).join('')}`,
  );
  return page;
}

/** A position in a release's script, as browsers write it. */
const POSITION = /https?:\/\/[^\s()]+\/([\da-f]{12})\/client\/([\w./-]+\.js):(\d+):(\d+)/g;

/** Replaces positions in the scripts of a release by those in its sources; positions that its maps lack are unchanged. */
export async function nameSources(
  text: string,
  {
    release,
    read,
  }: Pick<BuiltRelease, 'read'> & { readonly release: Pick<BuiltRelease['release'], 'version' | 'files'> },
): Promise<string> {
  const mapOf = (file: string) => `maps/${file}.map`;
  const maps = new Map<string, SourceMap>();
  for (const [, , file = ''] of text.matchAll(POSITION)) {
    if (!release.files[mapOf(file)] || maps.has(file)) continue;
    const map = JSON.parse((await read(mapOf(file))).toString('utf8')) as SourceMapPayload;
    maps.set(file, new SourceMap(map));
  }
  return text.replace(POSITION, (place: string, version: string, file: string, ...at: string[]) => {
    const [line, column] = [Number(at[0]) - 1, Number(at[1]) - 1];
    const found = version === release.version && maps.get(file)?.findEntry(line, column);
    // A nearest mapping on another line is another place.
    return found && 'originalSource' in found && found.generatedLine === line
      ? `${found.originalSource}:${String(found.originalLine + 1)}`
      : place;
  });
}
