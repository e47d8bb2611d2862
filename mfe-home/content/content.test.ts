/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { schemaProblems } from '@vidlunnia/contracts/checked';
import { contentMistakes } from './mistakes';
import { TeamSchema, VacanciesSchema } from './schemas';
import team from './team.json';
import vacancies from './vacancies.json';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'content-'));
  writeFileSync(path.join(folder, 'small.webp'), 'picture');
  writeFileSync(path.join(folder, 'large.jpg'), Buffer.alloc(300_001));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.each([
  ['team.json', TeamSchema, team],
  ['vacancies.json', VacanciesSchema, vacancies],
])('%s is valid', (_, schema, value) => {
  expect(schemaProblems(schema, value)).toEqual([]);
  expect(contentMistakes(value as object)).toEqual([]);
});

const person = (name: string, portrait: string) => ({ name, position: '', quote: '', portrait, alt: '' });

test('a picture that is missing or too large and a person who is listed twice are named', () => {
  const people = [person('А', 'small.webp'), person('Б', 'none.png'), person('А', 'large.jpg')];
  expect(contentMistakes({ people }, folder)).toEqual([
    { path: ['people', 2, 'name'], text: expect.stringContaining('«А» уже є') },
    { path: ['people', 1, 'portrait'], text: expect.stringContaining('файлу none.png немає') },
    {
      path: ['people', 2, 'portrait'],
      text: 'файл large.jpg завеликий: 301\u00A0КБ; зменште його до 300\u00A0КБ',
    },
  ]);
});

test('a salary that ends below its beginning is named', () => {
  const vacancy = {
    ...{ title: 'Редактор/ка', salary_from: 30_000, salary_to: 20_000 },
    ...{ employment: 'FULL_TIME' as const, text: '', posted: '' },
  };
  expect(contentMistakes({ vacancies: [vacancy] })).toEqual([
    { path: ['vacancies', 0, 'salary_to'], text: 'має бути не менше, ніж «Зарплата від»; зараз 20000' },
  ]);
});
