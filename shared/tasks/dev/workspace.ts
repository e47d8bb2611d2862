import { lstat, mkdir, readdir, realpath, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../../environment/repository';
import { beginCopy, followTree } from './mirror';

/** Milliseconds between two polls of the working tree, of whose changes this machine tells mostly by itself. */
const INTERVAL = 500;
/** The copy in which development builds are made, so that they disturb no production build of the tree. */
export const workspace = path.join(repositoryRoot, '.cache/development');
const MODULES = 'node_modules';
/** Of this name the repository's own packages are installed: in the copy they are the copy's. */
const OWN_SCOPE = '@vidlunnia';

/** Copies the working tree, links its packages, and follows its changes. Resolves to what ends that. */
export async function openWorkspace(folders: readonly string[]): Promise<() => void> {
  const known = await copyTree(workspace, folders);
  return followTree({ from: repositoryRoot, to: workspace, interval: INTERVAL }, known);
}

/** Copies the working tree to a place where nothing is built yet; its packages are links to those of the tree. */
export async function copyTree(
  to: string,
  folders: readonly string[],
): Promise<ReturnType<typeof beginCopy>> {
  const known = beginCopy(repositoryRoot, to);
  await Promise.all(['.', ...folders].map((folder) => linkPackages(folder, to)));
  return known;
}

async function linkPackages(folder: string, root: string): Promise<void> {
  const from = path.join(repositoryRoot, folder, MODULES);
  const to = path.join(root, folder, MODULES);
  await rm(to, { recursive: true, force: true });
  const names = await readdir(from).catch((): string[] => []);
  if (names.length === 0) return;
  await mkdir(to, { recursive: true });
  await Promise.all(names.filter((name) => name !== OWN_SCOPE).map((name) => link(from, to, name)));
  if (!names.includes(OWN_SCOPE)) return;
  await mkdir(path.join(to, OWN_SCOPE));
  for (const name of await readdir(path.join(from, OWN_SCOPE))) {
    const own = path.relative(repositoryRoot, await realpath(path.join(from, OWN_SCOPE, name)));
    await symlink(path.join(root, own), path.join(to, OWN_SCOPE, name), 'junction');
  }
}

async function link(from: string, to: string, name: string): Promise<void> {
  const target = path.join(from, name);
  const isFolder = (await lstat(target)).isDirectory();
  await symlink(target, path.join(to, name), isFolder ? 'junction' : 'file');
}
