export type Mode = 'production' | 'development';

/** One build of one package: everything that differs between builds. */
export interface Build {
  readonly mode: Mode;
  readonly version: string;
  /** Absolute output folder, with one folder per side below it. */
  readonly output: string;
}

/** Where a bundle runs: every package has a build for both, with the same class names and addresses. */
export type Side = 'client' | 'server';

/** Name of one version of a package: keeps class names, chunk registries and containers of two versions apart. */
export const versionedName = (name: string, version: string): string => `${name}_${version}`;
