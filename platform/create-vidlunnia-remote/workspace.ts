import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { say } from '@vidlunnia/remote-kit/process/task';
import { folderOf, readTopology } from '@vidlunnia/settings/topology';
import { create, createCommand, filesOf, type Place, type Wanted } from './create';

/** A workspace of this repository, with a new port. */
export function workspace(): Place {
  const home = readFileSync(path.join(repositoryRoot(), 'mfe-home/package.json'), 'utf8');
  const { dependencies, devDependencies } = JSON.parse(home) as Readonly<
    Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
  >;
  return {
    kind: 'workspace',
    values: {
      port: String(Math.max(...readTopology(repositoryRoot()).workspaces.map(({ port }) => port)) + 1),
      ...Object.fromEntries(
        Object.entries({ ...devDependencies, ...dependencies }).map(([name, version]) => [
          `version:${name}`,
          version,
        ]),
      ),
    },
  };
}

/**
 * Creates a workspace, adds it to the compiler's list, and lets npm link it. On a failure,
 * restores all files. Returns the folder's name.
 */
export function newRemote(
  wanted: Wanted,
  root = repositoryRoot(),
  install: (root: string) => void = npmInstall,
): string {
  const folder = folderOf(wanted.name);
  const directory = path.join(root, folder);
  const list = path.join(root, 'tsconfig.json');
  const projects = readFileSync(list, 'utf8');
  create(filesOf(wanted, workspace()), directory);
  try {
    writeFileSync(list, withProject(projects, folder));
    install(root);
  } catch (error) {
    rmSync(directory, { recursive: true });
    writeFileSync(list, projects);
    throw error;
  }
  return folder;
}

/** Adds a project to the compiler's list. */
const withProject = (projects: string, folder: string): string =>
  projects.includes(`"${folder}"`)
    ? projects
    : projects.replace('"references": [', `$&\n    { "path": "${folder}" },`);

/** Downloads only what npm's cache lacks. */
function npmInstall(cwd: string): void {
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...options], {
    cwd,
    // In a workspace's folder, npm would install only that workspace.
    env: { ...process.env, npm_config_workspace: undefined },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('npm install failed; the reason is above, and no file was changed');
}

/** `npm run new:remote`. */
export const newRemoteCommand = createCommand('Makes a workspace for a new remote.', (wanted) => {
  say(`${newRemote(wanted)} was made; npm run dev and npm start show its section`);
});
