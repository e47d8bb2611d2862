import { Form } from '../../support/form';
import { expect, test } from '../../support/lone-shell';
import { mark, wasReloaded } from '../../support/pages';
import { untilLinksAreLive } from '../../support/visit';

test('an old tab reloads its page on return, unless the visitor has typed in it', async ({ page, lone }) => {
  await lone.start();
  await page.clock.install();
  await page.goto(lone.url);
  const comeBack = async (minutes: number) => {
    await page.clock.fastForward(minutes * 60_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  };
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'HEAD') asked.push(request.url());
  });
  await mark(page);
  await comeBack(14);
  expect(asked).toEqual([]);
  const loaded = page.waitForEvent('load');
  await comeBack(2);
  await loaded;
  expect(await wasReloaded(page)).toBe(true);
  expect(asked).toHaveLength(1);

  await untilLinksAreLive(page);
  await mark(page);
  const form = new Form(page, 'contact');
  await form.fill({ name: 'Оля' });
  await comeBack(16);
  await form.expectValues({ name: 'Оля' });
  expect(await wasReloaded(page)).toBe(false);
  expect(asked).toHaveLength(1);
});
