import { sampleService } from '../../support/content';
import { Form } from '../../support/form';
import { untilLinksAreLive } from '../../support/inside';
import { expect, test } from '../../support/lone-shell';

test('a tab that stood open shows newer data on return, and keeps what was typed, the focus and its place', async ({
  page,
  lone,
}) => {
  await lone.start();
  await page.clock.install();
  await page.goto(lone.url);
  const form = new Form(page, 'contact');
  await form.untilLive();
  await untilLinksAreLive(page);
  await form.fill({ name: 'Оля' });
  /** Where the focus is, and where in the window. */
  const focus = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return [activeElement?.getAttribute('name'), Math.round(activeElement?.getBoundingClientRect().y ?? 0)];
    });
  await form.field('name').scrollIntoViewIfNeeded();
  await expect(form.field('name')).toBeInViewport();
  const before = await focus();
  lone.api.content = { ...lone.api.content, services: [sampleService('Нова'), sampleService('Б')] };

  const comeBack = async (minutes: number) => {
    await page.clock.fastForward(minutes * 60_000);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  };
  const asked = () => lone.api.asked.filter((path) => path === '/api/services').length;
  const once = asked();
  await comeBack(14);
  await expect(page.getByText('Послуга А')).toBeAttached();
  expect(asked()).toBe(once);
  await comeBack(2);
  await expect(page.getByRole('heading', { name: 'Послуга Нова' })).toBeAttached();
  await expect(page.getByText('Послуга А')).toHaveCount(0);
  await form.expectValues({ name: 'Оля' });
  expect(await focus()).toEqual(before);
  expect(before[0]).toBe('name');
});
