import path from 'node:path';
import { Command, repository } from './command';

/** Folder of a small remote for a zone, such as a team outside of the repository may have. */
export const ZONE_REMOTE = 'e2e/mfe-openings';

/** Builds it as its team would; six seconds, unless it is built already. */
export async function buildZoneRemote(): Promise<void> {
  const command = new Command(
    [process.execPath, '--import', 'tsx', path.join(repository, 'remote-kit/build/cli.ts')],
    { NODE_ENV: 'production' },
    path.join(repository, ZONE_REMOTE),
  );
  if ((await command.ended) !== '0') throw new Error(command.lines.join('\n'));
}
