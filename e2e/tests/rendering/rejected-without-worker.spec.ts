import { Form } from '../../support/form';
import { sampleValues } from '../../support/form-facts';
import { samplePost } from '../../support/content';
import { holdScripts } from '../../support/hydration';
import { expect, shareShell, test } from '../../support/lone-shell';

const POISON = 'otruta';

const lone = shareShell(({ api, teams }) => {
  api.content = { ...api.content, posts: [...api.content.posts, samplePost(POISON)] };
  const trap = `{
    const parse = JSON.parse;
    JSON.parse = (text, ...rest) => {
      if (typeof text === 'string' && text.startsWith('{"id":"${POISON}"')) for (;;);
      return parse(text, ...rest);
    };
  }\n`;
  teams.blog.release('bbbbbbbbbbbb', (file, text) => (file === 'server/remoteEntry.js' ? trap + text : text));
});

/** Lets the render process hang on a post's data, and waits until it does. */
async function hangWorker(): Promise<void> {
  const { api, url } = lone();
  const asked = api.asked.length;
  await expect
    .poll(() => {
      void fetch(`${url}/blog/${POISON}`).catch(() => undefined);
      return api.asked.slice(asked);
    })
    .toContain(`/api/blog/${POISON}`);
}

test('a form rejected while no page can be rendered comes back in words, with a button that sends it', async ({
  page,
}) => {
  const { api, url } = lone();
  api.submissionStatus = 422;
  const form = new Form(page, 'contact');
  const values = sampleValues('contact');
  const release = await holdScripts(page);
  await page.goto(url, { waitUntil: 'commit' });
  await form.fill(values);
  await hangWorker();
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await form.button.click({ noWaitAfter: true });
  expect((await answer).status()).toBe(503);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Форму ще не надіслано');
  await expect(page.getByText(String(values['message']), { exact: true })).toBeVisible();
  api.submissionStatus = 201;
  await page.getByRole('button', { name: 'Надіслати ще раз' }).click();
  await expect(page).toHaveURL(/\?sent=contact/);
});
