import { Compilation, sources, type Compiler } from 'webpack';

/** The layers that a remote orders its rules by, as the shell does (`shared/ui/layers.css`). */
const INNER = '@layer primitives,sections,pages,print;';

/** A style sheet in a remote's own layer. */
export const inLayer = (layer: string, sheet: string): string => `@layer ${layer}{${INNER}${sheet}}`;

/** Puts a remote's style sheets into its own cascade layer, below those of the shell. */
export class OwnLayer {
  constructor(private readonly layer: string) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(OwnLayer.name, (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONS;
      compilation.hooks.processAssets.tap({ name: OwnLayer.name, stage }, (assets) => {
        for (const file of Object.keys(assets).filter((name) => name.endsWith('.css'))) {
          compilation.updateAsset(
            file,
            (source) => new sources.ConcatSource(`@layer ${this.layer}{${INNER}`, source, '}'),
          );
        }
      });
    });
  }
}
