import path from 'node:path';
import { buildApi } from './build-api';
import { buildRemote } from './build-remote';
import { buildShell } from './build-shell';
import { missingCharacters } from './fonts/missing-characters';
import { loadConfig } from './load-config';
import { repositoryRoot } from '../environment/repository';
import { api, remoteHere, shell } from '../environment/topology';
import type { Mode } from './webpack/build';
import { helped } from '../process/arguments';
import { messageOf } from '../process/errors';

/** Builds the package in whose folder it runs: `npm run build -w mfe-blog`. */
async function buildPackage(folder: string, mode: Mode): Promise<string> {
  if (folder === api.folder) return buildApi(mode);
  const configure = loadConfig(process.cwd());
  if (folder === shell.folder) return buildShell(configure, mode);
  return buildRemote(remoteHere(), configure, mode);
}

/** Says what it built, or why it could not. */
async function main(): Promise<void> {
  if (helped('npm run build -w PACKAGE\nBuilds that package for production, into its dist.')) return;
  const folder = path.relative(repositoryRoot, process.cwd());
  const started = Date.now();
  try {
    const mode = process.env['NODE_ENV'] === 'development' ? 'development' : 'production';
    const version = await buildPackage(folder, mode);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${folder} ${version} built in ${seconds} s\n`);
    for (const line of missingCharacters(folder)) process.stdout.write(`${line}\n`);
  } catch (error) {
    process.stderr.write(`${folder} could not be built\n${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

void main();
