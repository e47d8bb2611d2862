#!/usr/bin/env node
import 'tsx/cjs';
import { failTask } from '../process/say';
import { runNamed, type Commands } from '../release/run-command';

/** Commands of a repository with one remote. Each is loaded when it is wanted. */
const COMMANDS: Commands = {
  build: async () => (await import('./build')).build,
  dev: async () => (await import('./dev')).dev,
  keys: async () => (await import('../release/make-or-show-key')).makeOrShowKey,
  release: async () => (await import('./release')).releaseOwn,
  releases: async () => (await import('../release/list-releases')).listReleases,
  rollback: async () => (await import('../release/roll-back')).rollBack,
};

/** `vidlunnia-remote COMMAND [ARGUMENTS]`, as npm runs it in the repository's root. */
runNamed(COMMANDS, process.argv.slice(2)).catch(failTask);
