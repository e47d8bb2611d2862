import path from 'node:path';
import { buildApi } from './build-api';
import { buildRemote } from './build-remote';
import { buildShell } from './build-shell';
import { missingCharacters } from './fonts/missing-characters';
import { loadConfig } from './load-config';
import { repositoryRoot } from '../environment/repository';
import { api, remoteHere, shell } from '../environment/topology';

/** Builds the package in a folder for production. Says what it built, and which characters the site's fonts lack. */
export async function buildPackage(directory: string, say: (line: string) => void): Promise<void> {
  const folder = path.relative(repositoryRoot, directory);
  const started = Date.now();
  const version = await versionBuilt(folder, directory);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  say(`${path.basename(directory)} ${version} built in ${seconds} s`);
  for (const line of missingCharacters(folder)) say(line);
}

function versionBuilt(folder: string, directory: string): Promise<string> {
  if (folder === api.folder) return buildApi();
  const configure = loadConfig(directory);
  return folder === shell.folder ? buildShell(configure) : buildRemote(remoteHere(directory), configure);
}
