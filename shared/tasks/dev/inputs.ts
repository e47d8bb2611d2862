import path from 'node:path';
import type { Compiler } from 'webpack';
import type { Configure } from '../../build/load-config';
import { repositoryRoot } from '../../environment/repository';

/** Which files a package's builds with webpack have read, or looked for: a change of any other needs no build. */
export class Inputs {
  readonly #files = new Set<string>();

  /** The same configurations; what they build reports its inputs. */
  of(configure: Configure): Configure {
    return (build) =>
      configure(build).map((config) => ({ ...config, plugins: [...(config.plugins ?? []), this] }));
  }

  apply(compiler: Compiler): void {
    compiler.hooks.done.tap(Inputs.name, ({ compilation }) => {
      for (const file of compilation.fileDependencies) this.#files.add(file);
      for (const file of compilation.missingDependencies) this.#files.add(file);
    });
  }

  /** Whether a file, by its path in the repository, is an input. */
  has(name: string): boolean {
    return this.#files.has(path.join(repositoryRoot, name));
  }
}
