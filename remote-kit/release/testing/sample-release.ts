import { createHash } from 'node:crypto';
import type { ReleaseManifest } from '@vidlunnia/contracts/release';
import type { BuiltRelease } from '../built-release';

/** Two versions of the blog. */
export const FIRST = 'aaaaaaaaaaaa';
export const SECOND = 'bbbbbbbbbbbb';

/** A built release of the blog with these files; `changes` replace fields of its manifest. */
export function sampleRelease(
  version: string,
  texts: Readonly<Record<string, string>> = {
    'client/remoteEntry.js': version,
    'server/remoteEntry.js': 's',
  },
  changes: Partial<ReleaseManifest> = {},
): BuiltRelease {
  const facts = Object.entries(texts).map(([file, text]) => [
    file,
    { size: Buffer.byteLength(text), sha384: createHash('sha384').update(text).digest('base64') },
  ]);
  const release: ReleaseManifest = {
    name: 'blog',
    version,
    commit: null,
    contract: 1,
    container: `blog_${version}`,
    entry: 'client/remoteEntry.js',
    serverEntry: 'server/remoteEntry.js',
    modules: {
      Teaser: { js: ['client/remoteEntry.js'], css: [] },
      Archive: { js: ['client/remoteEntry.js'], css: [] },
      Post: { js: ['client/remoteEntry.js'], css: [] },
    },
    shared: { react: '^19.0.0' },
    files: Object.fromEntries(facts) as ReleaseManifest['files'],
    ...changes,
  };
  return {
    release,
    manifest: Buffer.from(JSON.stringify(release)),
    read: (file) => Promise.resolve(Buffer.from(texts[file] ?? '')),
  };
}
