import path from 'node:path';
import { startChild } from '@vidlunnia/remote-kit/process/child';
import { messageOf } from '@vidlunnia/remote-kit/process/errors';
import { say } from '@vidlunnia/remote-kit/process/say';
import { untilAnswers } from '@vidlunnia/remote-kit/process/until';
import { freePort } from '@vidlunnia/remote-kit/process/free-port';
import { withPage } from './page';
import type { OwnTeam } from './team';

const SECTION = 'src/openings/openings.tsx';
const RELEASED = 'Зміна з іншого сховища';
/** Milliseconds until the development server answers, or the page shows a save. */
const DEADLINE = 60_000;

/** What is changed in the section, and back: it shows what the site passes to it. */
const CHANGES = [
  ['{ id, data }', '{ id, data, details }'],
  [
    `title="${RELEASED}"`,
    'title={`Ще не випущено: ${details.hours.map(({ days }) => days).join()} ${details.phone}`}',
  ],
] as const;

/** `npm run dev -- --against URL`: a page of the site shows a save that nobody has released, and an error in words. */
export async function checkDevelopment(team: OwnTeam, site: string): Promise<void> {
  const port = String(await freePort());
  const url = `http://localhost:${port}/`;
  const lines: string[] = [];
  const child = startChild({
    name: 'dev',
    cwd: team.folder,
    args: [
      path.join(team.folder, 'node_modules/.bin/vidlunnia-remote'),
      ...['dev', '--against', site, '--port', port],
    ],
    // As in `npm run dev`; npm between would have to pass Ctrl-C on.
    env: { ...team.env, npm_execpath: process.env['npm_execpath'] },
    onLine: (line) => void lines.push(line),
  });
  try {
    await untilAnswers(url, DEADLINE, team.signal);
    await withPage(url, team.signal, async (page) => {
      const region = (name: string | RegExp) => page.getByRole('region', { name });
      await region(RELEASED).waitFor({ timeout: DEADLINE });
      const started = Date.now();
      for (const [from, to] of CHANGES) await team.change(SECTION, from, to);
      const changed = region(/Ще не випущено: .+ \+380/);
      await changed.waitFor({ timeout: DEADLINE });
      say(`A save is on the page of npm run dev after ${String(Date.now() - started)} ms`);
      await changed.getByRole('button', { name: 'Більше' }).click();
      await changed.getByRole('listitem').first().waitFor({ timeout: DEADLINE });
      await team.change(SECTION, 'return (', 'return ((');
      await page.getByRole('alert').filter({ hasText: SECTION }).waitFor({ timeout: DEADLINE });
      await team.change(SECTION, 'return ((', 'return (');
      for (const [from, to] of CHANGES) await team.change(SECTION, to, from);
      await region(RELEASED).waitFor({ timeout: DEADLINE });
    });
    child.process.kill('SIGINT');
    const end = await child.ended;
    if (end !== 'code 0') throw new Error(`Ctrl-C ended it with ${end}`);
  } catch (cause) {
    team.signal.throwIfAborted();
    throw new Error(`npm run dev: ${messageOf(cause)}\n${lines.join('\n')}`, { cause });
  } finally {
    await child.stop();
  }
}
