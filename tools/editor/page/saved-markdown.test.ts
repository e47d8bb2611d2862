import { expect, test } from '@jest/globals';
import { renderMarkdown } from '@vidlunnia/api/src/content/render-markdown';
import { savedMarkdown } from './saved-markdown';

const pictureAt = (url: string) => ({ url: encodeURI(url), width: 4, height: 3 });

test.each([
  ['**«Цитата»**слово', '**«Цитата»**&#1089;лово', '<strong>«Цитата»</strong>слово'],
  ['слово**«Цитата»**', 'слов&#1086;**«Цитата»**', 'слово<strong>«Цитата»</strong>'],
  ['_Увага!_Далі', '_Увага!_&#1044;алі', '<em>Увага!</em>Далі'],
  ['~~«а»~~б', '~~«а»~~&#1073;', '<s>«а»</s>б'],
  ['**Увага!** Далі, сло**в**о, а_б_в', '', '<strong>Увага!</strong> Далі, сло<strong>в</strong>о, а_б_в'],
  ['`**а»**б` \\*\\*«в»\\*\\*г', '', '<code>**а»**б</code> **«в»**г'],
  ['2026. Рік', '2026\\. Рік', '2026. Рік'],
  [
    '![](/api/covers/моя кава (1).jpg "а")',
    '![](/api/covers/моя%20кава%20%281%29.jpg "а")',
    /src="\/api\/covers\/%D0%BC.*\(1\)\.jpg" alt="" title="а"/,
  ],
])('%j is saved so that the site reads it as the editor', (written, saved, html) => {
  expect(savedMarkdown(written)).toBe(saved === '' ? written : saved);
  // The editor decodes what was saved, and writes it again.
  expect(savedMarkdown(savedMarkdown(written))).toBe(savedMarkdown(written));
  const shown = renderMarkdown(savedMarkdown(written), pictureAt).html;
  if (typeof html === 'string') expect(shown).toBe(`<p>${html}</p>`);
  else expect(shown).toMatch(html);
});

test.each([
  ['without a head', '| а | б |\n| в | г |', '| а | б |\n| --- | --- |\n| в | г |'],
  ['with a divider after each row', '| а |\n| --- |\n| б |\n| --- |', '| а |\n| --- |\n| б |'],
  ['with a row that is too long', '| а |\n| --- |\n| б | в |', '| а |  |\n| --- | --- |\n| б | в |'],
  ['with two paragraphs in a cell', '| а |\n| --- |\n| б\\nв |', '| а |\n| --- |\n| б в |'],
  ['with aligned columns', '| а |\n|--:|\n| б |', '| а |\n|--:|\n| б |'],
  ['in a listing', '```\n| а |\n2026. **«б»**в\n```', '```\n| а |\n2026. **«б»**в\n```'],
])('a table %s', (_, written, saved) => {
  expect(savedMarkdown(`а\n\n${written}\n\nб`)).toBe(`а\n\n${saved}\n\nб`);
});
