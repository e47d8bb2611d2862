import type { Compiler } from 'webpack';

const NAME = 'PlacelessNames';

/** In the name of the federation's generated entry: a hash of the absolute folder of the build. */
const FOLDER_HASH = /(?<=\.federation\/entry)\.[\da-f]+(?=\.js)/g;

/**
 * Removes traces of the build's folder, so that a build has the same bytes on every machine: bundles that are not
 * minimized name their sources in comments.
 */
export class PlacelessNames {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_PRE_PROCESS;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, (assets) => {
        for (const [file, source] of Object.entries(assets)) {
          // This keeps its source maps correct.
          const replaced = new sources.ReplaceSource(source);
          for (const { index, 0: hash } of source.source().toString().matchAll(FOLDER_HASH))
            replaced.replace(index, index + hash.length - 1, '');
          compilation.updateAsset(file, replaced);
        }
      });
    });
  }
}
