#!/usr/bin/env node
import { failTask } from '../process/task';
import { runNamed, type Commands } from '../release/run-command';

/** The commands of a remote. Each is loaded on use: an image lacks the build tools that some of them need. */
const COMMANDS: Commands = {
  build: async () => {
    const { buildPackage } = await import('../build/build-package');
    return ({ remote, say }) => buildPackage(remote.directory, say);
  },
  dev: async () => (await import('../dev/dev')).dev,
  keys: async () => (await import('../release/keys')).makeOrShowKey,
  promote: async () => (await import('../release/promote')).promote,
  publish: async () => (await import('../release/publish-builds')).publishBuilt,
  release: async () => (await import('./release')).releaseOwn,
  releases: async () => (await import('../release/list-releases')).listReleases,
  rollback: async () => (await import('../release/roll-back')).rollBack,
  start: async () => (await import('../release/origin')).serveOrigin,
};

/** `vidlunnia-remote COMMAND [ARGUMENTS]`, in the remote's package. */
runNamed(COMMANDS, process.argv.slice(2)).catch(failTask);
