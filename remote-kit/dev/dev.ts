import { parseArgs } from 'node:util';
import type { Command } from '../release/run-command';
import { devBeside } from './dev-beside';

/** Between the port of the remote's own and that of the page. */
const PAGE_PORT = 1_000;

/**
 * `npm run dev -- --against URL [--port PORT]`: this remote at work, beside a running site. Nothing of it leaves this
 * machine.
 */
export const dev: Command = async ({ remote, say }, args, signal) => {
  const { values } = parseArgs({
    args: [...args],
    options: { against: { type: 'string' }, port: { type: 'string' } },
  });
  await devBeside(remote, {
    environment: values.against === undefined ? process.env : { ...process.env, SITE_URL: values.against },
    port: Number(values.port ?? remote.port + PAGE_PORT),
    say,
    signal,
  });
};
