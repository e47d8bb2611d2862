#!/usr/bin/env node
import { command, runCommand } from '@vidlunnia/settings/commands';
import { loadSettings, messageOf } from '@vidlunnia/settings/machine';
import { readRemote } from '@vidlunnia/settings/topology';
import { isRemote } from '../build/sources';
import { endWith, interruption, say, type Say } from '../process/task';
import { releasesAt } from '../release/publish';
import { RELEASE_OPTIONS, type Preview } from '../release/release';
import { teamHere, type Team } from '../release/team';

const interrupted = interruption();
const team = (tell: Say = say) => teamHere(process.env, tell);

/** The commands of a remote. Each loads its program on use: an image lacks the build tools that some of them need. */
const COMMANDS = {
  build: command({
    does: 'Builds the remote, or the host of remotes, for production, into dist.',
    run: async () => {
      const directory = process.cwd();
      if (!isRemote(directory)) return (await import('../build/build-host')).replaceHost(directory, say);
      return (await import('../build/build-remote')).buildRemote(readRemote(directory), say);
    },
  }),
  dev: command({
    does: 'Develops the remote: serves the pages of a running site with its sections as saved. Releases nothing.',
    options: { against: { type: 'string', value: 'URL' }, port: { type: 'string', value: 'PORT' } },
    run: async (values) => (await import('../dev/dev')).dev(team(), values, interrupted),
  }),
  keys: command({
    does: 'Makes the team’s key, or shows the existing one, with the line that the host needs.',
    run: async () => (await import('../release/keys')).makeOrShowKey(team()),
  }),
  promote: command({
    does: 'Makes a candidate live, unchanged, in seconds.',
    words: ['VERSION'],
    run: async (_, [version = '']) =>
      (await import('../release/promotion')).promote(team(), version, interrupted),
  }),
  publish: command({
    does: 'Publishes the last build, without checks.',
    run: async () => (await import('../release/publish')).publishTeam(team()),
  }),
  release: command({
    does: 'Checks, builds, signs and publishes the remote, and waits until visitors get it. Only people with its link see a candidate.',
    options: RELEASE_OPTIONS,
    run: async (values) => {
      const { release, workingTree } = await import('../release/release');
      // With --json, standard output has only the result.
      const own = team(values.json ? (line) => process.stderr.write(`${line}\n`) : say);
      // Loads the browser's driver, which not every release needs.
      const tree = workingTree(own.remote, async (...options) =>
        (await import('../gate/open-gate')).testAsPage(...options),
      );
      const released = release(own, values, tree, interrupted);
      if (values.json) await report(own, released);
      await released;
    },
  }),
  releases: command({
    does: 'Lists the releases and candidates of the remote, and which one is live.',
    run: async () => (await import('../release/list-releases')).listReleases(team()),
  }),
  rollback: command({
    does: 'Goes back to VERSION, by default to the previous release.',
    words: ['[VERSION]'],
    run: async (_, [version]) =>
      (await import('../release/promotion')).rollBack(team(), version, interrupted),
  }),
  start: command({
    does: 'Serves the releases in a folder of this machine.',
    run: async () => (await import('../release/origin')).serveOrigin(interrupted),
  }),
};

/** Prints the result of a release as one JSON object. */
async function report({ remote, site, target }: Team, released: Promise<Preview | null>): Promise<void> {
  const [preview, error] = await released.then(
    (link) => [link, null] as const,
    (failure: unknown) => [null, messageOf(failure)] as const,
  );
  const answer = await site.ask();
  const live = typeof answer === 'string' ? null : (answer.remotes[remote.name]?.live?.version ?? null);
  const published = await releasesAt(target)
    .current()
    .catch(() => null);
  process.stdout.write(
    `${JSON.stringify({ remote: remote.name, published, live, site: site.url, error, ...(preview && { preview }) })}\n`,
  );
}

loadSettings();
/** `vidlunnia-remote COMMAND [ARGUMENTS]`, in the remote's package. */
void endWith(runCommand(COMMANDS, process.argv.slice(2)), interrupted);
