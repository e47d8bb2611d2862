import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { RuntimeGlobals, RuntimeModule, type Compiler } from 'webpack';

const NAME = 'RepeatedRequests';

/** In the bundle: tells the address at which a file is asked for this time. */
const NEXT_ADDRESS = `${RuntimeGlobals.require}.nextAddress`;

/**
 * Lets a remote's module be tried again while its first request hangs, or after it failed. A browser joins a request to
 * one under way for the same address and takes an answer from a preload even when that is an error, so a repeated
 * request gets an address of its own. A style sheet that hangs is given up like a script
 * (`output.chunkLoadTimeout`): mini-css-extract-plugin has no setting for that.
 */
export class RepeatedRequests {
  apply(compiler: Compiler): void {
    const { LoadScriptRuntimeModule } = compiler.webpack.runtime;
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.loadScript).tap(NAME, (chunk) => {
        compilation.addRuntimeModule(chunk, new NextAddress());
      });
      LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        NAME,
        (code) => `${code}\nscript.src = ${NEXT_ADDRESS}(url);`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        NAME,
        (code, { tag, href }) =>
          `${code}\n${tag}.href = ${NEXT_ADDRESS}(${href});` +
          giveUp(tag, compilation.outputOptions.chunkLoadTimeout),
      );
    });
  }
}

class NextAddress extends RuntimeModule {
  constructor() {
    super('next address', RuntimeModule.STAGE_BASIC);
  }

  // When the entry itself was asked for again, what was preloaded beside its first request is not to be trusted.
  override generate(): string {
    return `
      var entry = document.currentScript;
      var first = entry && entry.src.indexOf("?attempt=") > 0 ? 1 : 0;
      var attempts = {};
      ${NEXT_ADDRESS} = function (address) {
        var attempt = attempts[address] === undefined ? first : attempts[address] + 1;
        attempts[address] = attempt;
        return attempt === 0 ? address : address + "?attempt=" + attempt;
      };`;
  }
}

// Its handlers are gone once it has loaded or failed.
const giveUp = (tag: string, milliseconds = 0) => `
setTimeout(function () {
  if (${tag}.onload) onLinkComplete({ type: "timeout", target: ${tag} });
}, ${String(milliseconds)});
`;
