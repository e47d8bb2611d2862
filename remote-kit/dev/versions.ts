import type { Compilation, Compiler } from 'webpack';

const NAME = 'Versions';
const TEXT = /\.(?:js|css|map)$/;

/**
 * Gives each round of builds its own version, with one long-lived compiler: it compiles with a placeholder of the same
 * length as a version, so that source maps stay right.
 */
export function takesVersions() {
  const placeholder = '0de70de70de7';
  let version = '';
  let first: Compiler | undefined;
  return {
    placeholder,
    current: () => version,
    apply(compiler: Compiler): void {
      first ??= compiler;
      compiler.hooks.watchRun.tap(NAME, () => {
        // The other side has the same sources, and therefore the same version.
        if (compiler === first) version = Date.now().toString(16).padStart(12, '0');
      });
      compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
        const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
        compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
          insert(compiler, compilation);
        });
      });
    },
  };

  function insert({ webpack: { sources } }: Compiler, compilation: Compilation): void {
    for (const { name, source } of compilation.getAssets()) {
      const text = TEXT.test(name) ? source.source().toString() : '';
      if (text.includes(placeholder))
        compilation.updateAsset(name, new sources.RawSource(text.replaceAll(placeholder, version)));
    }
  }
}
