import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { RuntimeGlobals, RuntimeModule, type Compiler } from 'webpack';

const NAME = 'RepeatedRequests';

/** In the bundle: returns the address for the next request for a file. */
const NEXT_ADDRESS = `${RuntimeGlobals.require}.nextAddress`;

/**
 * Lets a remote's module be loaded again while its first request hangs, or after it failed. A browser joins a request
 * to one under way for the same address, and reuses a preload's response even when it is an error, so a repeated
 * request gets its own address. A style sheet that hangs fails after the same time as a script
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

  // If the entry was requested again, files preloaded with its first request cannot be trusted.
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

// The handlers are removed once the file has loaded or failed.
const giveUp = (tag: string, milliseconds = 0) => `
setTimeout(function () {
  if (${tag}.onload) onLinkComplete({ type: "timeout", target: ${tag} });
}, ${String(milliseconds)});
`;
