import { failTask } from '../process/say';
import { runNamed, type Commands } from './run-command';

/** The teams' commands. Each is loaded when it is wanted: an image has no tools for those that build. */
const COMMANDS: Commands = {
  keys: async () => (await import('./make-or-show-key')).makeOrShowKey,
  publish: async () => (await import('./publish-builds')).publishBuilt,
  release: async () => {
    const [{ release }, { siteTree }] = [await import('./release'), await import('./site-tree')];
    return (team, args, signal) => release(team, args, signal, siteTree(team.remote));
  },
  releases: async () => (await import('./list-releases')).listReleases,
  rollback: async () => (await import('./roll-back')).rollBack,
};

/** `node main.ts COMMAND [ARGUMENTS]`, in the team's folder. */
runNamed(COMMANDS, process.argv.slice(2)).catch(failTask);
