import path from 'node:path';
import { NormalModule, WebpackError, type Compilation, type Compiler, type Module } from 'webpack';

const NAME = 'InteractiveCheck';

/** An event handler in compiled JSX, or a hook that only runs in browsers. */
const BEHAVIOUR =
  /\bon[A-Z]\w*: |\buse(?:State|Reducer|Effect|LayoutEffect|ActionState|Optimistic|Transition)\(/;

/**
 * Fails the build if an exposed module has behaviour but does not export `interactive`: its code would never load.
 * `exposed` maps the modules' names to their folders below `src`.
 */
export class InteractiveCheck {
  readonly #source: string;
  readonly #exposed: Readonly<Record<string, string>>;

  constructor(directory: string, exposed: Readonly<Record<string, string>>) {
    this.#source = path.join(directory, 'src') + path.sep;
    this.#exposed = exposed;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        const own = [...modules].filter((module) => fileOf(module).startsWith(this.#source));
        for (const [name, place] of Object.entries(this.#exposed)) {
          const index = own.find((module) => fileOf(module) === path.join(this.#source, place, 'index.ts'));
          if (!index || /\binteractive\b/.test(codeOf(index))) continue;
          const live = this.#behaviourOf(compilation, index);
          if (!live) continue;
          const problem = `${name} has behaviour: ${path.relative(this.#source, fileOf(live))} handles events or keeps state`;
          const remedy = `add \`export const interactive = true;\` to src/${place}/index.ts`;
          compilation.errors.push(new WebpackError(`${problem}. To make it live in browsers, ${remedy}`));
        }
      });
    });
  }

  /** The first of the remote's own modules with behaviour, starting at this one. */
  #behaviourOf(compilation: Compilation, index: Module): Module | undefined {
    const reached = new Set([index]);
    for (const module of reached) {
      if (BEHAVIOUR.test(codeOf(module))) return module;
      for (const { module: next } of compilation.moduleGraph.getOutgoingConnections(module))
        if (fileOf(next).startsWith(this.#source)) reached.add(next);
    }
    return undefined;
  }
}

const fileOf = (module: Module): string => (module instanceof NormalModule ? module.resource : '');

const codeOf = (module: Module): string => String(module.originalSource()?.source() ?? '');
