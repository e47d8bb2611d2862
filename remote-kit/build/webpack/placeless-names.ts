import type { Compiler } from 'webpack';

const NAME = 'PlacelessNames';

/** Where the federation writes its generated entry: the name has a hash in it of the absolute folder of the build. */
const GENERATED_ENTRY = /\.federation\/entry(\.[\da-f]+)\.js/g;

/**
 * Takes out of a build what tells where it was made, so that it has the same bytes everywhere: unless it is minimized,
 * a bundle names its sources in comments.
 */
export class PlacelessNames {
  apply(compiler: Compiler): void {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_PRE_PROCESS;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, (assets) => {
        for (const [file, source] of Object.entries(assets)) {
          const names = [...source.source().toString().matchAll(GENERATED_ENTRY)];
          const replaced = new sources.ReplaceSource(source);
          for (const { index, 0: name, 1: hash = '' } of names) {
            const start = index + name.indexOf(hash);
            replaced.replace(start, start + hash.length - 1, '');
          }
          if (names.length > 0) compilation.updateAsset(file, replaced);
        }
      });
    });
  }
}
