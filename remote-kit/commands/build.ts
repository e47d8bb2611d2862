import { buildPackage } from '../build/build-package';
import type { Command } from '../release/run-command';

/** `npm run build`: builds the remote for production, into `dist`. */
export const build: Command = ({ remote, say }) => buildPackage(remote.directory, say);
