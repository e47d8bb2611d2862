import { release } from '../release/release';
import type { Command } from '../release/run-command';
import { ownTree } from './own-tree';

/** `npm run release`: as the site's own teams release, but for the shell, which is not here. */
export const releaseOwn: Command = (team, args, signal) => release(team, args, signal, ownTree(team.remote));
