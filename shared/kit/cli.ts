#!/usr/bin/env node
import 'tsx/cjs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { failTask } from '../process/say';
import { runCommand, type Command } from '../release/run-command';

/** Commands of a repository with one remote. Each is loaded when it is wanted. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  build: async () => (await import('./build')).build,
  dev: async () => (await import('./dev')).dev,
  keys: async () => (await import('../release/make-or-show-key')).makeOrShowKey,
  release: async () => (await import('./release')).releaseOwn,
  releases: async () => (await import('../release/list-releases')).listReleases,
  rollback: async () => (await import('../release/roll-back')).rollBack,
};

/** `vidlunnia-remote COMMAND [ARGUMENTS]`, as npm runs it in the repository's root. */
async function main([name = '', ...args]: readonly string[]): Promise<void> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) throw new Error(`There is no command “${name}”; there are ${Object.keys(COMMANDS).join(', ')}`);
  // What is set in the shell goes first.
  const file = path.join(repositoryRoot, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  runCommand(await load(), args);
}

main(process.argv.slice(2)).catch(failTask);
