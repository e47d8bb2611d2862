import path from 'node:path';
import { startChild } from '../../process/child';
import { say } from '../../process/say';
import { untilAnswers } from '../../process/until-answers';
import { freePort } from '../../release/gate/local-server';
import { withPage } from './page';
import type { OwnTeam } from './team';

const SECTION = 'src/openings/openings.tsx';
/** Milliseconds until the development server answers, or the page shows a save. */
const DEADLINE = 60_000;

/** `npm run dev -- --against URL`: the page of the site shows a save that nobody has released, and an error in words. */
export async function checkDevelopment(team: OwnTeam, site: string): Promise<void> {
  const port = String(await freePort());
  const lines: string[] = [];
  const child = startChild({
    name: 'dev',
    cwd: team.folder,
    args: [
      path.join(team.folder, 'node_modules/.bin/vidlunnia-remote'),
      ...['dev', '--after', 'vacancies', '--against', site, '--port', port],
    ],
    env: team.env,
    onLine: (line) => void lines.push(line),
  });
  try {
    await untilAnswers(`http://localhost:${port}/`, DEADLINE);
    await withPage(`http://localhost:${port}/`, async (page) => {
      const region = (name: string) => page.getByRole('region', { name });
      await region('Зміна з іншого сховища').waitFor({ timeout: DEADLINE });
      const started = Date.now();
      await team.change(SECTION, 'Зміна з іншого сховища', 'Ще не випущено');
      await region('Ще не випущено').waitFor({ timeout: DEADLINE });
      say(`A save is on the page of npm run dev after ${String(Date.now() - started)} ms`);
      await region('Ще не випущено').getByRole('button', { name: 'Більше' }).click();
      await region('Ще не випущено').getByRole('listitem').first().waitFor({ timeout: DEADLINE });
      await team.change(SECTION, 'return (', 'return ((');
      await page.getByRole('alert').filter({ hasText: SECTION }).waitFor({ timeout: DEADLINE });
      await team.change(SECTION, 'return ((', 'return (');
      await team.change(SECTION, 'Ще не випущено', 'Зміна з іншого сховища');
    });
  } catch (cause) {
    throw new Error(`npm run dev:\n${lines.join('\n')}`, { cause });
  } finally {
    await child.stop();
  }
}
