import { Cache, type Compiler } from 'webpack';

interface Kept {
  readonly etag: unknown;
  readonly data: unknown;
}

/** What the last build of each side has kept. */
const lastBuilds = new Map<string, ReadonlyMap<string, Kept>>();

/**
 * Development only: keeps what a build has parsed and generated for the next build of the same side in this process.
 * webpack's own memory cache ends with its compiler, and every version of a package has a compiler of its own.
 */
export class KeptModules {
  readonly #last: ReadonlyMap<string, Kept>;
  readonly #now = new Map<string, Kept>();

  constructor(side: string) {
    this.#last = lastBuilds.get(side) ?? new Map<string, Kept>();
    lastBuilds.set(side, this.#now);
  }

  apply(compiler: Compiler): void {
    const hook = { name: KeptModules.name, stage: Cache.STAGE_MEMORY };
    compiler.cache.hooks.store.tap(hook, (identifier, etag, data) => {
      // Class names and addresses in style sheets are of one version.
      if (!identifier.includes('.css')) this.#now.set(identifier, { etag, data });
    });
    compiler.cache.hooks.get.tap(hook, (identifier, etag) => {
      const kept = this.#now.get(identifier) ?? this.#last.get(identifier);
      if (kept?.etag !== etag) return undefined;
      this.#now.set(identifier, kept);
      return kept.data;
    });
  }
}
