import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { context, type BuildOptions, type BuildResult, type Message } from 'esbuild';
import { inLayer } from '../build/webpack/own-layer';
import { placeOf, repositoryRoot } from '../environment/repository';
import { styleLayer, type Remote } from '../environment/topology';
import { showProblem } from './dev-problem';

interface Options {
  readonly remote: Remote;
  /** Id of the section behind which those stand that the site does not have yet. */
  readonly after: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A remote's sections for a browser, as they are now. */
export interface Sections {
  /** Says `built` after every build, also one that has failed: its script then shows why. */
  readonly builds: EventEmitter<{ built: [] }>;
  built(): Built;
  stop(): Promise<void>;
}

interface Built {
  /** Of the build, from 1. */
  readonly number: number;
  readonly script: string;
  readonly styles: string;
}

/** Builds a remote's sections after every change. Resolves after the first build; rejects when `signal` is aborted. */
export async function watchSections({ remote, after, say, signal }: Options): Promise<Sections> {
  // Each page listens.
  const builds = new EventEmitter<{ built: [] }>().setMaxListeners(0);
  let built: Built = { number: 0, script: '', styles: '' };
  const onEnd = (result: BuildResult) => {
    const problem = result.errors.map(inWords).join('\n');
    say(problem === '' ? `${remote.folder} is built` : problem);
    const { script, styles } = problem === '' ? filesOf(result) : { script: scriptOf(problem), styles: '' };
    const layered = inLayer(styleLayer(remote), styles);
    built = { number: built.number + 1, script, styles: layered };
    builds.emit('built');
  };
  const compiler = await context({
    ...optionsOf(remote, after),
    plugins: [
      {
        name: 'built',
        setup: (build) => {
          build.onEnd(onEnd);
        },
      },
    ],
  });
  const stop = () => compiler.dispose();
  try {
    await Promise.all([once(builds, 'built', { signal }), compiler.watch()]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { builds, built: () => built, stop };
}

function optionsOf(remote: Remote, after: string): BuildOptions {
  const root = path.join(repositoryRoot, placeOf(remote.folder));
  const page = JSON.stringify(path.join(__dirname, 'dev-page'));
  const contents = `
    import { exposes } from './src/exposes';
    import { showSections } from ${page};
    void showSections({ exposes, ...${JSON.stringify({ remote: remote.name, after })} });`;
  return {
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    outdir: 'unwritten',
    write: false,
    bundle: true,
    format: 'esm',
    sourcemap: 'inline',
    jsx: 'automatic',
    jsxDev: true,
    loader: { '.svg': 'dataurl', '.woff2': 'dataurl' },
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'silent',
  };
}

function filesOf({ outputFiles = [] }: BuildResult): Pick<Built, 'script' | 'styles'> {
  const text = (ending: string) => outputFiles.find(({ path: file }) => file.endsWith(ending))?.text ?? '';
  return { script: text('.js'), styles: text('.css') };
}

const scriptOf = (problem: string) => `(${showProblem.toString()})(${JSON.stringify(problem)});`;

const inWords = ({ text, location }: Message) =>
  location ? `${location.file}:${String(location.line)}: ${text}` : text;
