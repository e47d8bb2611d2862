import { expect, test } from '@jest/globals';
import { OWNER } from '@vidlunnia/content';
import { noticePage } from './notices';
import { previewTexts } from './previews';

const FACTS = { owner: OWNER, retentionMonths: 12, telegramDetails: false };

test.each([
  [500, 'У нас щось зламалося'],
  [503, 'Сторінка зараз не відкривається'],
  [403, 'Це надіслала інша сторінка'],
  [429, 'Забагато спроб поспіль'],
  [400, 'Цей запит ми не зрозуміли'],
])('the notice of %i has its message and contact details', (status, words) => {
  const page = noticePage(FACTS, status);
  expect(page).toContain(`<h1>${words}</h1>`);
  expect(page).toMatch(/href="\/".*\n.*href="tel:\+\d+".*href="mailto:/);
});

test('a notice escapes its words, and adds its HTML', () => {
  const notice = { title: '<i>', words: '<b>', html: '<form></form>' };
  expect(noticePage(FACTS, 409, notice)).toMatch(/&lt;i&gt;[^]*&lt;b&gt;[^]*<form><\/form>/);
});

test('the banner of a preview says what is shown, until when, from which commit, and how to end it', () => {
  const provenance = { subject: 'Луна <3', difference: 'a' };
  const until = Date.parse('2026-11-22T10:00:00.000Z');
  const [release, draft] = [
    { name: 'blog', version: 'bbbbbbbbbbbb', until, commit: '0123456789abcdef', provenance },
    { name: null, version: 'cccccccccccc', until, commit: null, provenance: null },
  ];
  const { html, css } = previewTexts.banner([release, draft], previewTexts.endForm('/end'));
  const text = html.replaceAll('\u00a0', ' ');
  const end = '22 листопада 2026 р. о 12:00';
  expect(text).toContain(
    `<li>blog bbbbbbbbbbbb до ${end}, коміт 01234567, зі змінами після нього «Луна &lt;3»</li>`,
  );
  expect(text).toContain(`<li>чернетка змісту cccccccccccc до ${end}</li>`);
  expect(text).toMatch(/<form action="\/end"><button>Завершити показ<\/button><\/form><\/aside>$/);
  expect(css).toContain('#preview{');
});

test('a refused preview says whether its time has passed', () => {
  expect(previewTexts.refused('late').words).toContain('минув');
  expect(previewTexts.refused('invalid').words).toContain('змінене');
  expect(previewTexts.failed('verify', 'too long', '').words).toBe('Відхилено на кроці verify: too long');
});
