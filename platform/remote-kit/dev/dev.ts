import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Compilation, Compiler } from 'webpack';
import { type Environment, getter, portOf, SETTINGS } from '@vidlunnia/settings';
import { originFolder, dataFolder, repositoryRoot, freePort } from '@vidlunnia/settings/machine';
import { keepWebpack, loadConfig } from '../build/run-webpack';
import { createManifest } from '../build/build-remote';
import { workspacesOf } from '../build/sources';
import { onChange, developmentEnvironment, checkTypes, problemsOf } from '../process/development';
import { Cleanup, say, shellPackage } from '../process/task';
import { buildOrigin } from '../release/origin';
import { api, type RemotePackage, shell } from '@vidlunnia/settings/topology';
import { logLine, startChild, untilAnswers, packageScript } from '../process/run';
import { ensureKey, absentTeam, knownTeam, writeLocalRemoteList } from '../release/keys';
import { serveCompleted } from '../release/front';
import { folderTarget, publish, pruneAndSay } from '../release/publish';
import { siteOf, type Team } from '../release/team';
import { siteOfKit } from '../site/site';

/** Limit for the page to respond. */
const DEADLINE_MS = 120_000;
/** Offset of the page's port from the remote's own. */
const PAGE_PORT = 1_000;

/**
 * `npm run dev -- [--against URL] [--port PORT]`: develops one remote. A local shell shows its releases, one per save.
 * Everything else is from a running site: its data, and other teams' sections, which the browser loads if their origins
 * and keys are unknown here. Resolves when `signal` is aborted. Its processes have ended when it resolves or rejects.
 * `program` is the shell's.
 */
export async function dev(
  { remote, environment: given }: Pick<Team, 'remote' | 'environment'>,
  { against, port = String(remote.port + PAGE_PORT) }: { readonly against?: string; readonly port?: string },
  signal: AbortSignal,
  program = shellProgram(),
): Promise<void> {
  const site = siteOf({ ...given, ...(against && { SITE_URL: against }) });
  const answer = await site.ask();
  if (typeof answer === 'string')
    throw new Error(
      `${answer}\nA running site has to provide everything but ${remote.folder}; -- --against URL names one`,
    );
  const shellPort = String(await freePort());
  const own = `http://127.0.0.1:${shellPort}`;
  const url = `http://localhost:${port}`;
  const environment = {
    ...(await environmentOf(remote, given, site.url)),
    [shell.portVariable]: shellPort,
    SITE_URL: url,
  };
  const cleanup = new Cleanup();
  try {
    // So that the shell's first page has the remote's first release.
    await devRemote(remote, environment, cleanup);
    const child = startChild({
      name: shell.folder,
      cwd: repositoryRoot(),
      args: ['--enable-source-maps', program],
      env: environment,
      onLine: (line) => {
        say(logLine(shell.folder, line));
      },
    });
    cleanup.defer(() => child.stop());
    const failed = child.ended.then((how) => {
      throw new Error(`The host has ended (${how})`);
    });
    failed.catch(() => undefined);
    await Promise.race([untilAnswers(`${own}/healthz`, DEADLINE_MS, signal), failed]);
    await serveCompleted(own, site.url, Number(port), say, cleanup, { keepsForms: true });
    const endTypes = checkTypes({
      ...packageScript(remote.directory, 'typecheck'),
      folders: [path.join(remote.directory, 'src')],
      tell: problemsOf('types', environment),
      signal,
    });
    cleanup.defer(endTypes);
    say(`Ready: ${url}, with everything else from ${site.url}`);
    await Promise.race([once(signal, 'abort'), failed]);
  } finally {
    await cleanup.run();
  }
}

/** Variables of the shell and of the remote's origin. */
async function environmentOf(
  remote: RemotePackage,
  given: Team['environment'],
  running: string,
): Promise<NodeJS.ProcessEnv> {
  const common = developmentEnvironment(given);
  const port = String(await freePort());
  const place = {
    ...common,
    DATA_DIR: path.join(dataFolder(common), remote.folder),
    [remote.portVariable]: port,
    [remote.originVariable]: `http://127.0.0.1:${port}`,
    [api.originVariable]: new URL(running).origin,
    // Only its own shell reaches the origin.
    HOST: undefined,
    // The operator's list belongs to the running site.
    REMOTES_FILE: undefined,
    // Its shell may run on this machine.
    METRICS_PORT: undefined,
  };
  await ensureKey(remote, place);
  const teams = siteOfKit().remotes.map(async (each) => {
    const { origin, publicKeys } = (await knownTeam(each, place)) ?? absentTeam(each);
    return { [each.publicKeyVariable]: publicKeys.join(','), [each.originVariable]: origin };
  });
  const isNamed = siteOfKit().remotes.some(({ name }) => name === remote.name);
  const listed = isNamed ? {} : await writeLocalRemoteList([remote], place, say);
  return Object.assign({}, place, ...(await Promise.all(teams)), listed) as NodeJS.ProcessEnv;
}

/**
 * The program of the built shell: in its repository, the output of `npm run build -w shell`; elsewhere, that of its
 * package.
 */
function shellProgram(): string {
  const program = path.join(shellPackage() ?? '', 'dist/node/main.js');
  if (!existsSync(program)) throw new Error('The shell is not built: npm run build -w shell');
  return program;
}

/**
 * Serves a remote for development: every save is built, signed and published to a local origin. The shell ingests it
 * like any other release. Resolves after the first build; `cleanup` ends it, also after a rejection.
 */
export async function devRemote(
  remote: RemotePackage,
  environment: Environment,
  cleanup: Cleanup,
): Promise<void> {
  const { privateKey } = await ensureKey(remote, environment);
  const folder = originFolder(remote, environment);
  await mkdir(folder, { recursive: true });
  const target = folderTarget(remote, environment);
  const get = getter(environment);
  const server = await buildOrigin(folder);
  cleanup.defer(() => server.close());
  await server.listen({ port: portOf(remote, get), host: get(SETTINGS.host) });
  const output = path.join(repositoryRoot(), '.cache/development', remote.folder, 'dist');
  const versions = new Versions();
  const exposes = path.join(remote.directory, 'src/exposes.ts');
  const compile = () =>
    keepWebpack(
      loadConfig(remote.directory)({ mode: 'development', version: versions.placeholder, output }).map(
        (config) => ({ ...config, plugins: [...(config.plugins ?? []), versions] }),
      ),
    );
  let build = compile();
  const releaseSave = async (changed: ReadonlySet<string>) => {
    // The configuration reads it.
    if (changed.has(exposes)) build = compile();
    const version = versions.next();
    await build();
    const release = await createManifest(remote, version, output, { commit: null });
    const manifest = Buffer.from(JSON.stringify(release));
    const read = (file: string) => readFile(path.join(output, file));
    await publish(target, { release, manifest, read }, privateKey);
    await pruneAndSay(target, say);
    say(`${remote.folder} ${version} is published`);
  };
  const sources = workspacesOf(remote.directory);
  const { first, stop } = onChange(
    [remote.directory, ...sources],
    releaseSave,
    problemsOf(remote.folder, environment),
  );
  cleanup.defer(stop);
  await first;
}

const TEXT = /\.(?:js|css|map)$/;

/**
 * Gives each build its own version, with one long-lived compiler: it compiles with a placeholder of the same length as
 * a version, so that source maps stay right.
 */
class Versions {
  readonly placeholder = '0de70de70de7';
  #version = '';

  /** The version of the next build: the time, in twelve hexadecimal digits. */
  next(): string {
    this.#version = Date.now().toString(16).padStart(12, '0');
    return this.#version;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('Versions', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE;
      compilation.hooks.processAssets.tap({ name: 'Versions', stage }, () => {
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
