import type { Compilation, Compiler } from 'webpack';

const NAME = 'Versions';
const TEXT = /\.(?:js|css|map)$/;

/**
 * Gives each build its own version, with one long-lived compiler: it compiles with a placeholder of the same length as
 * a version, so that source maps stay right.
 */
export class Versions {
  readonly placeholder = '0de70de70de7';
  #version = '';

  /** The version of the next build: the time, in twelve hexadecimal digits. */
  next(): string {
    this.#version = Date.now().toString(16).padStart(12, '0');
    return this.#version;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        this.#insert(compiler, compilation);
      });
    });
  }

  #insert({ webpack: { sources } }: Compiler, compilation: Compilation): void {
    for (const { name, source } of compilation.getAssets()) {
      const text = TEXT.test(name) ? source.source().toString() : '';
      if (text.includes(this.placeholder))
        compilation.updateAsset(
          name,
          new sources.RawSource(text.replaceAll(this.placeholder, this.#version)),
        );
    }
  }
}
