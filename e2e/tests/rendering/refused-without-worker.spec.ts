import { FORM_NAMES, FORMS, payloadOf, sampleValues } from '../../support/form-facts';
import { samplePost } from '../../support/content';
import { holdScripts } from '../../support/hydration';
import { expect, test, type LoneShell } from '../../support/lone-shell';
import { fillNative, nativeForm } from '../../support/native-form';

const POISON = 'otruta';

/** Lets the render thread hang on a post's data, and waits until it does. */
async function hangWorker(lone: LoneShell): Promise<void> {
  const asked = lone.api.asked.length;
  void fetch(`${lone.url}/blog/${POISON}`).catch(() => undefined);
  await expect.poll(() => lone.api.asked.slice(asked)).toContain(`/api/blog/${POISON}`);
}

function prepare(lone: LoneShell): void {
  lone.api.content = { ...lone.api.content, posts: [...lone.api.content.posts, samplePost(POISON)] };
  const trap = `{
    const parse = JSON.parse;
    JSON.parse = (text, ...rest) => {
      if (typeof text === 'string' && text.startsWith('{"id":"${POISON}"')) for (;;);
      return parse(text, ...rest);
    };
  }\n`;
  lone.teams.blog.release('bbbbbbbbbbbb', (file, text) =>
    file === 'server/remoteEntry.js' ? trap + text : text,
  );
}

for (const name of FORM_NAMES) {
  const spec = FORMS[name];

  test(`the ${name} form, refused while no page can be rendered, comes back filled in all the same`, async ({
    page,
    lone,
  }) => {
    prepare(lone);
    await lone.start();
    lone.api.submissionStatus = 422;
    const values = sampleValues(name);
    const release = await holdScripts(page);
    await page.goto(lone.url, { waitUntil: 'commit' });
    await fillNative(page, name, values);
    await hangWorker(lone);
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await nativeForm(page, name).getByRole('button', { name: spec.submit }).click({ noWaitAfter: true });
    await answer;
    release();
    const form = nativeForm(page, name);
    await expect(form).toBeVisible();
    await expect(form.getByRole('alert')).toBeVisible();
    for (const [field, value] of Object.entries(payloadOf(name, values))) {
      await expect(form.locator(`[name="${field}"]`)).toHaveValue(value);
    }
  });

  test(`the ${name} form, accepted while no page can be rendered, says so all the same`, async ({
    page,
    lone,
  }) => {
    prepare(lone);
    await lone.start();
    const release = await holdScripts(page);
    await page.goto(lone.url, { waitUntil: 'commit' });
    await fillNative(page, name, sampleValues(name));
    await hangWorker(lone);
    await nativeForm(page, name).getByRole('button', { name: spec.submit }).click({ noWaitAfter: true });
    await page.waitForURL(/\?sent=/, { waitUntil: 'commit' });
    release();
    await expect(nativeForm(page, name).getByText(spec.success)).toBeVisible();
    expect(lone.api.sent).toHaveLength(1);
  });
}
