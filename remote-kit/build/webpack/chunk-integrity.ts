import { createHash } from 'node:crypto';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { RuntimeGlobals, RuntimeModule, WebpackError, type Compilation, type Compiler } from 'webpack';

const NAME = 'ChunkIntegrity';

/** In the bundle: hashes of each chunk's script and style sheet, by the chunk's id. */
const HASHES = `${RuntimeGlobals.require}.integrity`;
/** Replaced by the hashes once the files are final. */
const PLACEHOLDER = 'integrity of chunks';

/**
 * Lets the browser check every script and style sheet that a remote's entry loads: an altered file does not run and
 * counts as failed. The entry itself is checked by its loader, against `release.json`.
 */
export class ChunkIntegrity {
  apply(compiler: Compiler): void {
    const { Compilation, runtime } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.loadScript).tap(NAME, (chunk) => {
        compilation.addRuntimeModule(chunk, new Hashes());
      });
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        NAME,
        (code) => `${code}\nscript.integrity = ${integrityOf('js')};`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        NAME,
        (code, { tag }) => `${code}\n${tag}.integrity = ${integrityOf('css')};`,
      );
      // After webpack has named files by their content: nothing changes them any more.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 1;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        fillIn(compiler, compilation);
      });
    });
  }
}

const KINDS = ['js', 'css'] as const;

const integrityOf = (kind: (typeof KINDS)[number]) =>
  `"sha384-" + ${HASHES}[chunkId][${String(KINDS.indexOf(kind))}]`;

class Hashes extends RuntimeModule {
  constructor() {
    super('chunk integrity', RuntimeModule.STAGE_BASIC);
  }

  override generate(): string {
    return `${HASHES} = ${JSON.stringify(PLACEHOLDER)};`;
  }
}

function fillIn({ webpack: { sources } }: Compiler, compilation: Compilation): void {
  const text = (file: string) => compilation.getAsset(file)?.source.source().toString() ?? '';
  const literal = new RegExp(`(["'\`])${PLACEHOLDER}\\1`);
  const hashes = JSON.stringify(chunkHashes(compilation));
  const entries = [...compilation.chunks]
    .filter((chunk) => chunk.hasRuntime())
    .flatMap(({ files }) => [...files])
    .filter((file) => literal.test(text(file)));
  for (const file of entries) {
    compilation.updateAsset(file, new sources.RawSource(text(file).replace(literal, () => hashes)));
  }
  if (entries.length !== 1) {
    compilation.errors.push(
      new WebpackError(`${NAME}: ${String(entries.length)} entries instead of one take the hashes`),
    );
  }
}

function chunkHashes(compilation: Compilation): Record<string, string[]> {
  const hash = (file: string | undefined) =>
    createHash('sha384')
      .update(compilation.getAsset(file ?? '')?.source.buffer() ?? '')
      .digest('base64');
  const loaded = [...compilation.chunks].filter((chunk) => !chunk.hasRuntime() && chunk.files.size > 0);
  return Object.fromEntries(
    loaded.map(({ id, files }) => [
      String(id),
      KINDS.map((kind) => [...files].find((file) => file.endsWith(`.${kind}`))).map((file) =>
        file === undefined ? '' : hash(file),
      ),
    ]),
  );
}
