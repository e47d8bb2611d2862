import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../../support/command';
import { expect, test } from '../../support/team-at-work';

test.describe.configure({ mode: 'default', timeout: 300_000 });

/** Lines of every block of commands, in the order in which a team meets them. */
const commandsOf = (document: string) =>
  [...readFileSync(path.join(repository, document), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(
    ([, block = '']) => block.trim().split('\n'),
  );

const OLD = 'Кейси з';
const NEW = 'Історії з';

test('docs/releasing.md, followed to the letter, does what it says', async ({ team, page }) => {
  const commands = commandsOf('docs/releasing.md');
  const [release, rollback] = ['npm run release -w mfe-blog', 'npm run rollback -w mfe-blog'];
  expect(commands).toEqual(expect.arrayContaining([release, rollback]));
  const lead = async () => {
    await page.goto(team.site.url);
    return page.locator('#blog').innerText();
  };
  let shown = OLD;
  expect(await lead()).toContain(shown);
  for (const line of commands) {
    await test.step(line, async () => {
      const command = team.start(['sh', '-c', line]);
      expect(await command.ended, command.lines.join('\n')).toBe('0');
      if (line === release) shown = NEW;
      if (line === rollback) shown = OLD;
      expect(await lead()).toContain(shown);
    });
  }
});
