export type Mode = 'production' | 'development';

/** One build of one package: what differs from build to build. */
export interface Build {
  readonly mode: Mode;
  readonly version: string;
  /** Absolute folder that takes the files, one folder for each side below it. */
  readonly output: string;
}

/** Where a bundle runs: every package is built for both, with the same class names and addresses. */
export type Side = 'client' | 'server';

/** Name of one version of a package: class names, chunk registry and container of two versions never meet. */
export const versionedName = (name: string, version: string): string => `${name}_${version}`;
