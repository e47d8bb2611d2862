import type { Page } from '@playwright/test';
import { Form, sampleValues } from '../../support/form';
import { isLive } from '../../support/pages';
import { holdScripts } from '../../support/requests';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { pauseAnimations, toastOf } from '../../support/toasts';

// Extensions and translators change the page’s elements, and React then renders islands anew. Only a browser moves focus
// and caret as they do for visitors.

/** Opens the home page without scripts, until the returned function is called. */
async function openBeforeScripts(page: Page, form: Form): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(form.nativeChoice).toBeVisible();
  return release;
}

for (const [place, name, field, selector] of [
  // An e-mail field does not tell its caret.
  ['in the form', 'contact', 'email', '#contact-form [name="email"]'],
  ['around the form', 'application', 'city', '#vacancies h3'],
] as const)
  test(`typing goes on while a form becomes live with an extension’s element ${place}: every letter arrives at the caret`, async ({
    page,
  }) => {
    const session = await page.context().newCDPSession(page);
    const form = new Form(page, name);
    const release = await openBeforeScripts(page, form);
    for (const each of [selector, `#${form.spec.id} [name="phone"]`])
      await page
        .locator(each)
        .first()
        .evaluate((element) => {
          element.before(document.createElement('div'));
        });
    await form.fill({ phone: '+380 43', [form.spec.choice.field]: Object.keys(form.spec.options)[1] ?? '' });
    await form.field(field).focus();
    await page.keyboard.type('ab');
    if (field === 'city') await page.keyboard.press('ArrowLeft');
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    let typed = '';
    const type = async () => {
      const letter = 'xyz'.charAt(typed.length % 3);
      await page.keyboard.press(letter);
      typed += letter;
    };
    release();
    while (!(await isLive(form.element))) await type();
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    for (let more = 0; more < 3; more++) await type();
    await expect(form.field(field)).toHaveValue(field === 'city' ? `a${typed}b` : `ab${typed}`);
    await expect(form.field(field)).toBeFocused();
    await expect(form.field('phone')).toHaveValue('+380 43');
    await expect(form.field(form.spec.choice.field)).not.toHaveValue('');
    await expect(form.element).toHaveCount(1);
  });

/** Replaces each text, also later ones, by elements with it, as browsers’ translators do. */
const translate = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.classList.add('translated-ltr');
    const wrap = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      if (root instanceof Text) texts.push(root);
      for (const text of texts) {
        const { parentElement, nodeValue } = text;
        if (
          !nodeValue?.trim() ||
          !parentElement ||
          parentElement.closest('font, script, style, textarea, select')
        )
          continue;
        const font = document.createElement('font');
        font.appendChild(document.createElement('font')).append(nodeValue);
        parentElement.replaceChild(font, text);
      }
    };
    wrap(document.body);
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        if (type === 'characterData') wrap(target);
        else addedNodes.forEach(wrap);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });

test('a form that is translated before its script keeps what is typed, also beside a doubt; it is sent once, says so and is empty', async ({
  page,
  shared,
}) => {
  await pauseAnimations(page);
  const form = new Form(page, 'contact');
  const values = sampleValues('contact');
  const short = { ...values, phone: '050' };
  const release = await openBeforeScripts(page, form);
  await translate(page);
  await form.fill(short);
  release();
  await form.untilLive();
  await form.expectValues(short);
  await form.field('phone').focus();
  await form.field('name').focus();
  await form.expectValues(short);
  await form.field('phone').fill(values['phone'] ?? '');
  await form.button.click();
  await expect(toastOf(page, form.spec.success)).toBeVisible();
  await expect(form.successNote).toBeVisible();
  await form.expectValues({});
  // A second press sends nothing, because the first field is empty.
  await form.button.click();
  await expect(form.field('name')).toBeFocused();
  expect(await storedRows(values['email'] ?? '', form.spec.table, shared.dataDir)).toHaveLength(1);
});
