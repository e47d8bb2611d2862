import { fileFacts } from '../signature';
import { SERVER_ENTRY, type ReleaseManifest } from '../release';

/** The manifest of a release with these files and modules, as a build writes it. */
export const manifestOf = (
  name: string,
  version: string,
  files: Readonly<Record<string, string>>,
  modules: ReleaseManifest['modules'],
): ReleaseManifest => ({
  name,
  version,
  commit: null,
  contract: 1,
  container: `${name}_${version}`,
  entry: 'client/remoteEntry.js',
  serverEntry: SERVER_ENTRY,
  modules,
  shared: { react: '^19.0.0' },
  files: Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file, fileFacts(Buffer.from(text))]),
  ),
});
