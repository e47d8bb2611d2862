import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { repositoryRoot } from '../../environment/repository';
import { remoteList } from '../../environment/topology';
import { say } from '../../process/say';
import { Draft } from './draft';
import { filesBelow, knownSite } from './known-site';
import { addRemote, removeRemote } from './remote';
import { readRemoval, readSectionRequest } from './request';
import { ENGINE_FILES, syncEntries } from './engine-files';
import { addSection, addToRemote } from './section';

/** Puts a file into the form that `npm run lint` asks for. */
async function prettify(file: string, text: string): Promise<string> {
  if (file.endsWith('Dockerfile')) return text;
  const options: unknown = JSON.parse(await readFile(path.join(repositoryRoot, '.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await oxfmt().format(file, text, options);
  const [error] = errors;
  if (error) throw new Error(`${file} cannot be formatted: ${error.message}`);
  return code;
}

interface Formatter {
  format(
    file: string,
    text: string,
    options: unknown,
  ): Promise<{ readonly code: string; readonly errors: readonly { readonly message: string }[] }>;
}

const oxfmt = () =>
  createRequire(path.join(repositoryRoot, 'shared/tasks/tools/package.json'))('oxfmt') as Formatter;

/** Has npm link the packages and write the lock file. Nothing is downloaded that is here. */
async function install(): Promise<void> {
  const npm = process.env['npm_execpath'];
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefer-offline',
    '--loglevel=error',
  ];
  // A command of one workspace tells npm to see to that one alone.
  const env = { ...process.env, npm_config_workspace: undefined };
  const options = { cwd: repositoryRoot, env, stdio: 'inherit' } as const;
  const child = npm ? spawn(process.execPath, [npm, ...args], options) : spawn('npm', args, options);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error('npm install failed; its reason stands above. No file was changed.');
}

/** `npm run new:remote`. */
export async function newRemote(args: readonly string[]): Promise<void> {
  const draft = new Draft(repositoryRoot);
  const request = readSectionRequest(args, knownSite(draft, remoteList), 'new remote');
  const port = Math.max(...remoteList.map((remote) => remote.port)) + 1;
  addRemote(draft, { ...request, port, bundled: true }, remoteList);
  const files = await draft.write(prettify, install);
  say(
    `mfe-${request.remote} is there, ${String(files.length)} files written; its section stands after ${request.after}.`,
  );
  tellNext(request.remote, request.element);
}

/** `npm run new:section`. */
export async function newSection(args: readonly string[]): Promise<void> {
  const draft = new Draft(repositoryRoot);
  const request = readSectionRequest(args, knownSite(draft, remoteList), 'new section');
  const remote = remoteList.find(({ name }) => name === request.remote);
  const section = { ...request, bundled: remote?.bundled ?? true };
  addSection(draft, section);
  addToRemote(draft, section);
  const files = await draft.write(prettify);
  say(
    `${request.remote}/${request.section} is there, ${String(files.length)} files written; it stands after ${request.after}.`,
  );
  tellNext(request.remote, request.element);
}

/** `npm run remove:remote`. */
export async function removeRemoteAgain(args: readonly string[]): Promise<void> {
  const draft = new Draft(repositoryRoot);
  const name = readRemoval(args, { remotes: remoteList.map((remote) => remote.name) });
  const folder = `mfe-${name}`;
  removeRemote(draft, name, remoteList, filesBelow(folder));
  const files = await draft.write(prettify, install);
  await rm(path.join(repositoryRoot, folder), { recursive: true, force: true });
  await Promise.all(
    ['', '.tsbuildinfo'].map((ending) =>
      rm(path.join(repositoryRoot, '.cache/types', folder + ending), { recursive: true, force: true }),
    ),
  );
  say(
    `${folder} is gone, ${String(files.length)} files changed or removed. Its key and its releases stay where they are.`,
  );
}

/** `npm run sync:remotes`: makes the entries of all remotes in engines’ files alike. */
export async function syncRemotes(): Promise<void> {
  const draft = new Draft(repositoryRoot);
  for (const file of ENGINE_FILES) draft.change(file, (text) => syncEntries(text, remoteList));
  // Columns of a table come back where they were by the format.
  const files = await draft.write(prettify);
  say(`Written: ${files.join(', ') || 'nothing'}`);
}

const tellNext = (remote: string, element: string) => {
  say(`Write what visitors read in mfe-${remote}/src/${element}/copy.ts; npm run dev shows it.`);
};
