import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../environment/repository';

/** A package that is published from files of `shared`. Its folder here has its `package.json` and changelog. */
export interface Published {
  readonly folder: 'contracts' | 'http' | 'ui' | 'remote-kit';
  /** What it exports: by the subpath, the file in `shared`. */
  readonly exports: Readonly<Record<string, string>>;
  /** Folders of `shared` that are its own; the files of others are reached through the packages that have them. */
  readonly owns: readonly string[];
  /** Modules for bundlers, or programs for Node. */
  readonly kind: 'module' | 'commonjs';
  /** Other files than those that are reached by imports. */
  readonly files?: readonly string[];
  /** Packages of the registry that nothing imports by name. */
  readonly needs?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
}

/** In the order in which they need each other. */
export const PUBLISHED: readonly Published[] = [
  {
    folder: 'contracts',
    kind: 'module',
    owns: ['contracts'],
    exports: {
      '.': 'contracts/index.ts',
      './golden': 'contracts/golden.ts',
      './answers': 'contracts/answers.ts',
      './schemas': 'contracts/schemas.ts',
      './checked': 'contracts/checked.ts',
      './names': 'contracts/names.ts',
      './release': 'contracts/release.ts',
      './release-report': 'contracts/release-report.ts',
    },
  },
  { folder: 'http', kind: 'module', owns: ['http'], exports: { '.': 'http/index.ts' } },
  {
    folder: 'ui',
    kind: 'module',
    owns: ['ui'],
    exports: { '.': 'ui/index.ts' },
    files: ['ui/css.d.ts'],
  },
  {
    folder: 'remote-kit',
    kind: 'commonjs',
    owns: ['kit', 'build', 'release', 'environment', 'process', 'testing'],
    exports: { '.': 'kit/index.ts', './jest-preset': 'kit/jest-preset.ts' },
    files: [
      'kit/cli.ts',
      'kit/dev-page.ts',
      'kit/jest-transform.ts',
      'testing/css-module.cjs',
      'testing/asset.cjs',
    ],
    // The shell shares it; loaders are named where webpack looks for them.
    needs: ['react-toastify'],
    bin: { 'vidlunnia-remote': 'kit/cli.ts' },
  },
];

export const sharedFolder = path.join(repositoryRoot, 'shared');
export const packagesFolder = path.join(sharedFolder, 'packages');

/** What stands in the folder of a published package. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(packagesFolder, folder, 'package.json'), 'utf8')) as Manifest;
