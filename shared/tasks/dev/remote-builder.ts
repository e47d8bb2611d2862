import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Compiler, Configuration, Stats } from 'webpack';
import { declarationsOf } from '../../build/contract-declarations';
import { exposedModules } from '../../build/exposed-modules';
import { writeJson } from '../../build/json-file';
import type { Configure } from '../../build/load-config';
import { createManifest } from '../../build/release-manifest';
import { keptWebpack } from '../../build/run-webpack';
import { CODE_DIGITS, ORIGIN_FILES } from '../../contracts/release';
import type { Remote } from '../../environment/topology';

/**
 * Stands for the version in what the compiler makes: a version of its own would need a compiler of its own, which knows
 * nothing yet. The version takes its place afterwards; class names keep what they were made of, and stay the same.
 */
const UNVERSIONED = '0de70de70de7';

/** Builds a remote again and again. Resolves to the version; its release is in `DIST/<version>`. */
export type BuildAgain = () => Promise<string>;

/** A remote's builds for development, by one compiler. */
export function remoteBuilder(remote: Remote, configure: Configure, dist: string): BuildAgain {
  const webpack = keptWebpack();
  return async () => {
    const output = path.join(dist, '.unused');
    const build = { mode: 'development', version: UNVERSIONED, output } as const;
    const files = filesOf(await webpack(configure(build).map(withoutFiles)));
    const version = versionOf(
      files,
      JSON.stringify(declarationsOf(remote.name, Object.keys(exposedModules(remote)))),
    );
    const directory = path.join(dist, version);
    await rm(directory, { recursive: true, force: true });
    await writeFiles(directory, named(files, version));
    const release = await createManifest(remote, version, directory, { commit: null });
    await writeJson(path.join(directory, ORIGIN_FILES.manifest), release);
    return version;
  };
}

type Files = ReadonlyMap<string, Buffer>;

/** What is built stays in memory: none of it has its version yet. */
const withoutFiles = (config: Configuration): Configuration => ({
  ...config,
  plugins: [
    ...(config.plugins ?? []),
    {
      apply: (compiler: Compiler) => {
        compiler.hooks.shouldEmit.tap('Unversioned', () => false);
      },
    },
  ],
});

const filesOf = (builds: readonly Stats[]): Files =>
  new Map(
    builds.flatMap(({ compilation }) =>
      compilation.getAssets().map(({ name, source }) => {
        const side = path.basename(compilation.compiler.outputPath);
        return [`${side}/${name}`, source.buffer()] as const;
      }),
    ),
  );

/** A version of what was built, by which a page can tell whether it differs from another in style sheets alone. */
function versionOf(files: Files, declarations: string): string {
  const code = createHash('sha256').update(declarations);
  const styles = createHash('sha256');
  const hashes = [...integrities(files).keys()];
  const released = [...files].filter(([file]) => !FEDERATIONS_OWN.test(file));
  for (const [file, bytes] of released.sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (NO_CODE.test(file)) styles.update(`\0${file}\0`).update(bytes);
    // The entry names the hash of every file, style sheets too.
    else code.update(`\0${file}\0`).update(without(bytes, hashes));
  }
  return code.digest('hex').slice(0, CODE_DIGITS) + styles.digest('hex').slice(0, 12 - CODE_DIGITS);
}

/** Of the federation's plugin, read for the release and left out of it. */
const FEDERATIONS_OWN = /\/mf-\w+\.json$/;
const NO_CODE = /\.(?:css|map)$/;

/** The files of a version, as if they had been built for it. */
function named(files: Files, version: string): Files {
  const result = new Map([...files].map(([file, bytes]) => [file, replaced(bytes, UNVERSIONED, version)]));
  const after = [...integrities(result).keys()];
  const changes = [...integrities(files).keys()].map((hash, index) => [hash, after[index] ?? ''] as const);
  const entry = result.get(ENTRY);
  if (!entry) throw new Error(`The build has no ${ENTRY}`);
  result.set(
    ENTRY,
    changes.reduce((bytes, [before, now]) => replaced(bytes, before, now), entry),
  );
  return result;
}

const ENTRY = 'client/remoteEntry.js';

/** By the hashes that the entry may name: the files that browsers check. */
const integrities = (files: Files): ReadonlyMap<string, string> =>
  new Map(
    [...files]
      .filter(([file]) => /^client\/static\/.*\.(?:js|css)$/.test(file))
      .map(([file, bytes]) => [createHash('sha384').update(bytes).digest('base64'), file]),
  );

/** `latin1` keeps every byte as it is. */
const replaced = (bytes: Buffer, from: string, to: string): Buffer =>
  bytes.includes(from)
    ? Buffer.from(
        bytes.toString('latin1').replaceAll(from, () => to),
        'latin1',
      )
    : bytes;

const without = (bytes: Buffer, texts: readonly string[]): Buffer =>
  texts.reduce((rest, text) => replaced(rest, text, ''), bytes);

async function writeFiles(directory: string, files: Files): Promise<void> {
  const folders = new Set([...files.keys()].map((file) => path.dirname(path.join(directory, file))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  await Promise.all([...files].map(([file, bytes]) => writeFile(path.join(directory, file), bytes)));
}
