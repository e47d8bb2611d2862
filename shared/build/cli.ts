import path from 'node:path';
import { buildApi } from './build-api';
import { buildRemote } from './build-remote';
import { buildShell } from './build-shell';
import { missingCharacters } from './fonts/missing-characters';
import { loadConfig } from './load-config';
import { remoteHere } from '../environment/remote-here';
import { repositoryRoot } from '../environment/repository';
import { api, shell } from '../environment/topology';
import type { Mode } from './webpack/build';
import { messageOf } from '../process/errors';

/** Builds the package in whose folder it runs: `npm run build -w mfe-blog`. */
async function buildPackage(folder: string, mode: Mode): Promise<string> {
  if (folder === api.folder) return buildApi(mode);
  const configure = loadConfig(folder);
  if (folder === shell.folder) return buildShell(configure, mode);
  return buildRemote({ ...remoteHere(), folder }, configure, mode);
}

const folder = path.relative(repositoryRoot, process.cwd()) || remoteHere().folder;
const started = Date.now();
buildPackage(folder, process.env['NODE_ENV'] === 'development' ? 'development' : 'production').then(
  (version) => {
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${folder} ${version} built in ${seconds} s\n`);
    for (const line of missingCharacters(folder)) process.stdout.write(`${line}\n`);
  },
  (error: unknown) => {
    process.stderr.write(`${folder} could not be built\n${messageOf(error)}\n`);
    process.exitCode = 1;
  },
);
