import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { failTask, say } from '@vidlunnia/remote-kit/process/task';
import { runCommand } from '@vidlunnia/settings/commands';
import { folderOf, readTopology } from '@vidlunnia/settings/topology';
import { create, createCommand, filesOf, type Place, type Wanted } from './create';

/** A workspace of this repository, with a port that no other one has. */
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
 * `npm run new:remote`: makes a workspace and names it in the compiler's list, then has npm link it. When that fails all
 * files are put back. Gives the folder's name.
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

/** The compiler's list with one project more, in a line of its own. */
const withProject = (projects: string, folder: string): string =>
  projects.includes(`"${folder}"`)
    ? projects
    : projects.replace('"references": [', `$&\n    { "path": "${folder}" },`);

/** Nothing is downloaded that is here. */
function npmInstall(cwd: string): void {
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...options], {
    cwd,
    // A command of one workspace tells npm to see to that one alone.
    env: { ...process.env, npm_config_workspace: undefined },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('npm install failed; the reason is above, and no file was changed');
}

if (require.main === module) {
  const inRepository = createCommand('Makes a workspace with a remote of its own.', (wanted) => {
    say(`${newRemote(wanted)} is made; npm run dev and npm start show its section`);
  });
  runCommand({ 'new:remote': inRepository }, ['new:remote', ...process.argv.slice(2)]).catch(failTask);
}
