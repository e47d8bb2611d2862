/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { mistakesOfTeam, mistakesOfVacancies } from './mistakes';

test('a picture that is missing or too large and a person who is listed twice are named', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-'));
  writeFileSync(path.join(folder, 'small.webp'), 'picture');
  writeFileSync(path.join(folder, 'large.jpg'), Buffer.alloc(300_001));
  const person = (name: string, portrait: string) => ({ name, position: '', quote: '', portrait, alt: '' });
  const people = [person('А', 'small.webp'), person('Б', 'none.png'), person('А', 'large.jpg')];
  expect([...mistakesOfTeam({ people }, folder)]).toEqual([
    { path: ['people', 1, 'portrait'], text: expect.stringContaining('файлу none.png немає') },
    { path: ['people', 2, 'name'], text: expect.stringContaining('«А» уже є') },
    {
      path: ['people', 2, 'portrait'],
      text: 'файл large.jpg завеликий: 301\u00A0КБ; зменште його до 300\u00A0КБ',
    },
  ]);
  rmSync(folder, { recursive: true });
});

test('a vacancy that is listed twice and a salary that ends below its beginning are named', () => {
  const vacancy = (salary_to: number) => ({
    title: 'Редактор/ка',
    salary_from: 30_000,
    salary_to,
    employment: 'FULL_TIME' as const,
    text: '',
    posted: '',
  });
  expect([...mistakesOfVacancies({ vacancies: [vacancy(30_000), vacancy(20_000)] })]).toEqual([
    { path: ['vacancies', 1, 'title'], text: expect.stringContaining('«Редактор/ка» уже є') },
    { path: ['vacancies', 1, 'salary_to'], text: 'має бути не менше, ніж «Зарплата від»; зараз 20000' },
  ]);
});
