import type { ReleaseManifest } from '@vidlunnia/releases/release';
import { manifestOf } from '@vidlunnia/releases/testing';
import type { BuiltRelease } from '../publish';
import type { LiveVersions, WorkingTree } from '../release';

export const [FIRST, SECOND, THIRD] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'] as const;

/** A built release of the blog with entries and these files; `changes` replace fields of its manifest. */
export function sampleRelease(
  version: string,
  files: Readonly<Record<string, string>> = {},
  changes: Partial<ReleaseManifest> = {},
): BuiltRelease {
  const texts: typeof files = {
    'client/remoteEntry.js': version,
    'server/remoteEntry.js': 's',
    ...files,
  };
  const module = { js: ['client/remoteEntry.js'], css: [] };
  const modules = { Teaser: module, Archive: module, Post: module };
  const release = { ...manifestOf('blog', version, texts, modules), ...changes };
  return {
    release,
    manifest: Buffer.from(JSON.stringify(release)),
    read: (file) => Promise.resolve(Buffer.from(texts[file] ?? '')),
  };
}

/** Node scripts by the titles of the steps that they replace; one without an exit code passes. */
export type Scripts = Readonly<Record<string, string>>;

const step = (title: string, script = '') => ({ title, args: ['-e', script], cwd: __dirname, mode: title });

/** Sources whose build is this release. Steps pass unless they have a script that fails. */
export const sampleTree = (
  built: BuiltRelease,
  scripts: Scripts,
  compared: LiveVersions | null = { blog: FIRST },
): WorkingTree => ({
  checks: [step('Types', scripts['Types']), step('Tests', scripts['Tests'])],
  build: () => step('Build', scripts['Build']),
  version: () => built.release.version,
  readBuilt: () => Promise.resolve(built),
  passed: () => ({ has: () => false, add: () => undefined }),
  testAsPage: async ({ say }, building, { inBrowser }) => {
    await building;
    say('Page: tested');
    return inBrowser ? compared : null;
  },
});

/** Keeps passed checks in memory. */
export function rememberPassed(): WorkingTree['passed'] {
  const passed = new Set<string>();
  const nameOf = (...inputs: readonly unknown[]) => JSON.stringify(inputs);
  return () => ({
    has: (...inputs) => passed.has(nameOf(...inputs)),
    add: (...inputs) => passed.add(nameOf(...inputs)),
  });
}
