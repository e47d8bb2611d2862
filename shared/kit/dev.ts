import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { Command } from '../release/run-command';
import { siteOf } from '../release/site';
import { watchSections } from './dev-sections';
import { serverBefore } from './dev-server';

/**
 * `npm run dev -- --against URL [--after SECTION] [--port PORT]`: pages of a running site with the sections of this
 * repository in them, as they are now; a page reloads itself after each save. Nothing is released.
 */
export const dev: Command = async ({ remote, environment, say }, args, signal) => {
  const { values } = parseArgs({
    args: [...args],
    options: { against: { type: 'string' }, after: { type: 'string' }, port: { type: 'string' } },
  });
  const site = siteOf(
    values.against === undefined ? environment : { ...environment, SITE_URL: values.against },
  );
  const port = values.port ?? String(remote.port);
  const sections = await watchSections({
    remote,
    after: values.after ?? remote.zones[0]?.after ?? '',
    say,
    signal,
  });
  const server = serverBefore(site.url, sections, say);
  try {
    server.listen(Number(port), '127.0.0.1');
    await once(server, 'listening', { signal });
    say(`Ready: http://localhost:${port}, before ${site.url}`);
    const answer = await site.ask();
    if (typeof answer === 'string') say(answer);
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    server.close();
    server.closeAllConnections();
    await sections.stop();
  }
};
