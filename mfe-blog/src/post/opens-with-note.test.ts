import { expect, test } from '@jest/globals';
import { opensWithNote } from './opens-with-note';

test.each([
  '<p><em>Клініка в цьому кейсі вигадана.</em></p>\n<p>Далі</p>',
  '\n<p><em>Школа <strong>вигадана</strong>,\nчисла умовні.</em></p>',
])('a first paragraph all in italics is a note: %j', (html) => {
  expect(opensWithNote(html)).toBe(true);
});

test.each([
  '<p>Скільки ви <em>можете</em> заплатити.</p>',
  '<p><em>Дописано в липні.</em> Тим, хто йде</p>',
  '<p><em>Раз</em> і <em>два</em></p>',
  '<p>Текст</p><p><em>Примітка</em></p>',
  '<h2><em>Заголовок</em></h2>',
  '',
])('any other beginning is none: %j', (html) => {
  expect(opensWithNote(html)).toBe(false);
});
