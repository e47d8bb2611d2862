import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { Type } from '@sinclair/typebox';
import { changesBetween } from './changes';

const titled = (title: string) => Type.Object({}, { title });
const SCHEMAS = { 'owner.json': titled('Контакти'), 'services.json': titled('Послуги') };

const folder = mkdtempSync(path.join(tmpdir(), 'changes-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const version = (files: object) => {
  const made = mkdtempSync(path.join(folder, 'version-'));
  for (const [name, content] of Object.entries({ 'icons/a.svg': '', ...files })) {
    mkdirSync(path.dirname(path.join(made, name)), { recursive: true });
    writeFileSync(path.join(made, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return made;
};

const owner = (phone: string) => ({ 'owner.json': { contact: { phone } } });
const services = (...list: readonly object[]) => ({ 'services.json': { services: list } });
const smm = { title: 'SMM', price_from: 1 };
const seo = { title: 'SEO', price_from: 2 };
const post = (title: string, rest = '') => ({ 'posts/x.md': `---\ntitle: ${title}\n${rest}---\n\nТекст` });
const draft = post('Луна', 'draft: true\n');

test.each([
  ['nothing', services(smm), services(smm), []],
  ['a price', services(smm, seo), services({ ...smm, price_from: 3 }, seo), ['Послуги: змінено «SMM»']],
  ['an entry', services(smm), services(smm, seo), ['Послуги: додано «SEO»']],
  ['a removed entry', services(smm, seo), services(seo), ['Послуги: прибрано «SMM»']],
  ['the order', services(smm, seo), services(seo, smm), ['Послуги: змінено']],
  ['a telephone', owner('1'), owner('2'), ['Контакти: змінено']],
  ['a post', {}, post('Луна'), ['Статті: додано «Луна»']],
  ['a draft', {}, draft, ['Статті: додано «Луна» (чернетка: її ще не видно)']],
  ['a title', post('Луна'), post('Відлуння'), ['Статті: змінено «Відлуння»']],
  [
    'a post with a byte order mark',
    {},
    { 'posts/x.md': '\uFEFF---\ntitle: Луна\n---\n' },
    ['Статті: додано «Луна»'],
  ],
  [
    'a file that nothing reads',
    {},
    { 'posts/x.md.txt': '---\ntitle: Луна\n---\n', 'posts/2027/x.md': '' },
    [],
  ],
  ['a removed post', post('Луна'), {}, ['Статті: прибрано «Луна»']],
  ['a picture', {}, { 'covers/x.jpg': 'x' }, ['Файли: додано covers/x.jpg']],
  ['a drawn preview', {}, { 'previews/x.png': 'x' }, []],
])('%s is reported to the owner', async (_, before, after, texts) => {
  const changes = await changesBetween(version(before), version(after), SCHEMAS);
  expect(changes).toEqual(texts);
});
