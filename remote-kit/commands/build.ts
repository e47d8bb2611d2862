import path from 'node:path';
import { buildRemote } from '../build/build-remote';
import { missingCharacters } from '../build/fonts/missing-characters';
import { loadConfig } from '../build/load-config';
import { repositoryRoot } from '../environment/repository';
import type { Command } from '../release/run-command';

/** `npm run build`: builds the remote for production, into `dist`. */
export const build: Command = async ({ remote, say }) => {
  const started = Date.now();
  const version = await buildRemote(remote, loadConfig(remote.directory), 'production');
  say(`${remote.folder} ${version} built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  for (const line of missingCharacters(path.relative(repositoryRoot, remote.directory))) say(line);
};
