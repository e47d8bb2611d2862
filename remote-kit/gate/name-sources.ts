import { SourceMap, type SourceMapPayload } from 'node:module';
import type { BuiltRelease } from '../release/publish';

/** A place in a release's script, as browsers write it. */
const PLACE = /https?:\/\/[^\s()]+\/([\da-f]{12})\/client\/([\w./-]+\.js):(\d+):(\d+)/g;

/** Replaces places in the scripts of a release by those in its sources; places that its maps lack are unchanged. */
export async function nameSources(
  text: string,
  {
    release,
    read,
  }: Pick<BuiltRelease, 'read'> & { readonly release: Pick<BuiltRelease['release'], 'version' | 'files'> },
): Promise<string> {
  const mapped = [...new Set([...text.matchAll(PLACE)].map(([, , file = '']) => file))].filter(
    (file) => release.files[mapOf(file)],
  );
  const maps = new Map(
    await Promise.all(
      mapped.map(async (file) => {
        const map = JSON.parse((await read(mapOf(file))).toString('utf8')) as SourceMapPayload;
        return [file, new SourceMap(map)] as const;
      }),
    ),
  );
  return text.replace(PLACE, (place: string, version: string, file: string, line: string, column: string) => {
    const found =
      version === release.version && maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    // A nearest mapping on another line is another place.
    return found && 'originalSource' in found && found.generatedLine === Number(line) - 1
      ? `${found.originalSource}:${String(found.originalLine + 1)}`
      : place;
  });
}

const mapOf = (file: string) => `maps/${file}.map`;
