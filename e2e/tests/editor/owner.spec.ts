import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { publishContent } from '@vidlunnia/content/versions';
import { repository } from '../../support/site';
import { expect, test } from '../../support/command';
import { Form } from '../../support/form';
import { untilLinksAreLive } from '../../support/pages';
import { collectRequests } from '../../support/requests';
import { PASTED, SAVED } from './pasted';

// One long journey, because it shows that visitors see what the editor saves and `npm run content` publishes. It builds
// the editor and starts a site.

const SERVICES = 'api/content/services.json';
const OWNER = 'shared/content/owner.json';
const VACANCIES = 'api/content/vacancies.json';
const TEAM = 'api/content/team.json';
const POST = 'api/content/posts/proba-pera.md';
const COVER = 'api/content/covers/moya-fotografiya.webp';

const TITLE = 'Проба пера';
const PHONE = '+380 00 000 00 01';
const PRICE = 123_456;
const SHOWN_PRICE = /123\s456/;
const POSITION = 'перевірниця живих змін';
const VACANCY = {
  title: 'Перевірник/ця редактора',
  salary_from: 12_345,
  salary_to: 23_456,
  employment: 'PART_TIME',
  text: 'Змінюєте все, що можна змінити, і повертаєте назад.',
};

type Entries = readonly Readonly<Record<string, unknown>>[];
/** The lists and the contact of all content files; a file has one of them. */
type Content = Readonly<Record<'services' | 'vacancies' | 'people' | 'authors', Entries>> & {
  readonly contact: object;
};

test.describe.configure({ timeout: 600_000 });

test('the owner’s changes in the editor reach the site and are taken back', async ({
  page,
  context,
  browser,
  copy,
  run,
  startOwn,
}) => {
  const live = path.join(copy, '.live');
  await publishContent(live, {
    '.': path.join(repository, 'api/content'),
    'owner.json': path.join(repository, OWNER),
  });
  const site = await startOwn({ CONTENT_DIR: live });
  const environment = { ...site.environment, CHROMIUM_PATH: undefined, FORCE_COLOR: undefined };
  // The editor publishes drafts from its folder.
  const editor = run([process.execPath, '--import', 'tsx', 'tools/editor/main.ts'], environment, copy);
  const parsed = async (file: string) => JSON.parse(await readFile(path.join(copy, file), 'utf8')) as Content;
  const saveAndExpect = async (file: string, expected: unknown) => {
    await save(page);
    expect(await saved(page, file)).toBe(`${JSON.stringify(expected, null, 2)}\n`);
  };
  const address = (await editor.line(/^Редактор: /, 120_000)).replace('Редактор: ', '');
  const requests = collectRequests(page);
  await openEditor(page, address, copy);

  const { services } = await parsed(SERVICES);
  const [first, ...others] = services;
  await openFile(page, 'Послуги й ціни');
  await page.getByRole('button', { name: 'Розгорнути', exact: true }).first().click();
  await page.getByRole('spinbutton', { name: 'Ціна від' }).fill(String(PRICE));
  await saveAndExpect(SERVICES, { services: [{ ...first, price_from: PRICE }, ...others] });

  const owner = await parsed(OWNER);
  await openFile(page, 'Контакти');
  await page.getByRole('textbox', { name: 'Телефон' }).fill('багато цифр');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await expect(page.getByText(/Має бути номер/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Телефон' }).fill(PHONE);
  await saveAndExpect(OWNER, { ...owner, contact: { ...owner.contact, phone: PHONE } });

  const { vacancies } = await parsed(VACANCIES);
  await openFile(page, 'Вакансії');
  await page.getByRole('button', { name: /^Додати/ }).click();
  await page.getByRole('textbox', { name: 'Назва' }).fill(VACANCY.title);
  await page.getByRole('spinbutton', { name: /^Зарплата від/ }).fill(String(VACANCY.salary_from));
  await page.getByRole('spinbutton', { name: /^Зарплата до/ }).fill(String(VACANCY.salary_to));
  await page.getByRole('radio', { name: 'неповна зайнятість' }).click();
  await page.getByRole('textbox', { name: 'Опис' }).fill(VACANCY.text);
  await saveAndExpect(VACANCIES, { vacancies: [...vacancies, VACANCY] });

  const { people } = await parsed(TEAM);
  const [member, ...colleagues] = people;
  await openFile(page, 'Команда');
  await page.getByRole('button', { name: 'Розгорнути', exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Посада' }).fill(POSITION);
  await saveAndExpect(TEAM, { people: [{ ...member, position: POSITION }, ...colleagues] });

  const [author] = (await parsed('api/content/authors.json')).authors;
  await openFile(page, 'Статті');
  await page.getByRole('button', { name: 'Створити новий запис' }).click();
  // Wait for the preview first; after earlier input, Sveltia opens a second, empty one.
  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('article')).toBeVisible();
  await page.getByRole('textbox', { name: 'Заголовок' }).fill(TITLE);
  await page.getByRole('textbox', { name: 'Уривок' }).fill('Коротко про пробу.');
  await page.getByRole('textbox', { name: 'Рубрика' }).fill('Кейси');
  await page.getByRole('combobox', { name: /^Автор/ }).click();
  await page.getByRole('option', { name: String(author?.['name']) }).click();
  await page.getByRole('textbox', { name: 'Дата публікації' }).fill('2026-01-02T10:30');
  await page.getByRole('textbox', { name: 'Опис обкладинки' }).fill('Сірий прямокутник');
  await page.getByRole('textbox', { name: 'Опис для пошуку' }).fill('Проба редактора.');
  await page.getByRole('switch', { name: 'Чернетка' }).click();
  await uploadCover(page, 'Моя фотографія.jpg');
  const text = page.getByRole('textbox', { name: 'Текст', exact: true });
  await paste(text, PASTED);
  await expect(preview.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  await expect(preview.getByRole('cell', { name: 'Липень' })).toBeVisible();
  await expect.poll(() => preview.getByAltText('Сірий прямокутник').evaluate(widthOf)).toBe(1600);
  await save(page);
  expect(await saved(page, POST)).toBe(`---
title: ${TITLE}
excerpt: Коротко про пробу.
category: Кейси
author: ${String(author?.['name'])}
created_at: 2026-01-02T10:30:00+02:00
cover: /${COVER.replace('content/', '')}
image_alt: Сірий прямокутник
description: Проба редактора.
draft: true
---

${SAVED}`);
  // Its security policy blocks the others.
  const sent = requests.filter((request) => request.failure()?.errorText !== 'csp').map((each) => each.url());
  expect(sent.filter((url) => /^https?:/.test(url) && !url.startsWith(address))).toEqual([]);

  const runContent = (...args: readonly string[]) =>
    run(
      [process.execPath, '--import', 'tsx', 'tools/scripts/cli.ts', 'content', ...args],
      environment,
      copy,
    ).finish();
  /** Runs `npm run content`. Resolves to the reported changes. */
  const content = async (...args: readonly string[]) => {
    const { code, text } = await runContent(...args);
    expect(code, text).toBe('0');
    return [...text.matchAll(/^  - (.*)$/gm)].map(([, change = '']) => change);
  };
  /** The editor of a test saves into the browser's own file system. */
  const copyToFolder = async (...files: readonly string[]) => {
    for (const file of files) await writeFile(path.join(copy, file), await bytesOf(page, file));
  };
  const visitor = await (await browser.newContext()).newPage();
  const home = async () => (await fetch(site.url)).text();
  const statusOfPost = async () => (await fetch(`${site.url}/blog/proba-pera`)).status;
  const price = visitor.getByText(SHOWN_PRICE);
  const vacancy = visitor
    .getByRole('listitem')
    .filter({ has: visitor.getByRole('heading', { name: VACANCY.title }) });
  const position = new Form(visitor, 'application').element.getByRole('option', { name: VACANCY.title });

  await copyToFolder(VACANCIES, OWNER, POST, COVER);
  await openFile(page, 'Статті');
  await page.getByRole('row', { name: TITLE }).getByText(TITLE).click();
  // Fill this browser's cache, like an owner who has just viewed the site.
  await (await context.newPage()).goto(`${site.url}/api/blog`);
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Переглянути на робочому сайті' }).click();
  const draft = await opened;
  await expect(draft).toHaveURL(`${site.url}/blog/proba-pera`);
  await expect(draft.getByRole('complementary', { name: 'Показ до випуску' })).toContainText('чернетка');
  await expect(draft.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  await expect.poll(() => draft.getByAltText('Сірий прямокутник').evaluate(widthOf)).toBeGreaterThan(0);
  await draft.goto(site.url);
  for (const text of [VACANCY.text, PHONE]) expect(await draft.content()).toContain(text);
  await untilLinksAreLive(draft);
  await draft.locator('#blog').getByRole('link', { name: 'Усі статті' }).click();
  await expect(draft.getByRole('link', { name: TITLE })).toBeVisible();
  expect(await statusOfPost(), 'for visitors').toBe(404);
  for (const address of ['/', '/blog', '/sitemap.xml', '/rss.xml', '/api/blog', '/api/home'])
    expect(await (await fetch(site.url + address)).text()).not.toMatch(/proba-pera|Перевірник/);
  await draft.close();
  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' };
  const foreign = await context.request.get(`${address}on-site/`, { headers: navigation });
  expect(foreign.status(), 'a link on another site').toBe(403);

  await page.getByRole('switch', { name: 'Чернетка' }).click();
  await save(page);
  expect(await saved(page, POST)).toMatch(/^updated_at: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/m);
  await copyToFolder(SERVICES, TEAM, POST);
  const post = await readFile(path.join(copy, POST), 'utf8');
  await writeFile(path.join(copy, POST), post.replace('https://partner', 'http://partner'));
  const rejected = await runContent();
  expect(rejected.text).toMatch(/нічого не змінено:\n.*рядок \d+: посилання «http:.*напишіть https:/);
  expect(rejected.code).not.toBe('0');
  await writeFile(path.join(copy, POST), post);
  expect(await content()).toEqual([
    'Файли: додано covers/moya-fotografiya.webp',
    'Контакти та\u00A0реквізити: змінено',
    `Статті: додано «${TITLE}»`,
    `Послуги й\u00A0ціни: змінено «${String(first?.['title'])}»`,
    `Команда: змінено «${String(member?.['name'])}»`,
    `Вакансії: додано «${VACANCY.title}»`,
  ]);
  // The command ends when visitors get the change.
  const changed = await home();
  for (const text of [PHONE, POSITION, VACANCY.text]) expect(changed).toContain(text);
  expect(changed).toMatch(SHOWN_PRICE);
  await visitor.goto(site.url);
  await expect(price).toBeVisible();
  await expect(vacancy).toContainText(VACANCY.text);
  await expect(vacancy).toContainText(/12\s345–23\s456/);
  await expect(position).toHaveCount(1);
  await visitor.goto(`${site.url}/blog/proba-pera`);
  const article = visitor.getByRole('article');
  await expect(article.getByText('«Цитата»слово, курсив\u00A0і кейс, телефон.')).toBeVisible();
  await expect.poll(() => visitor.getByAltText('Сірий прямокутник').evaluate(widthOf)).toBeGreaterThan(0);

  expect(await content('--back')).toContain(`Вакансії: прибрано «${VACANCY.title}»`);
  await expect.poll(statusOfPost, 'taken back').toBe(404);
  const before = await home();
  for (const text of [PHONE, POSITION, VACANCY.text]) expect(before).not.toContain(text);
  expect(before).not.toMatch(SHOWN_PRICE);
  await visitor.goto(site.url);
  await expect(visitor.locator('#vacancies')).toBeVisible();
  for (const change of [price, vacancy, position]) await expect(change).toHaveCount(0);
});

/** Pastes rich text: the clipboard of a test browser has plain text only. */
const paste = (field: Locator, html: string) =>
  field.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', text);
    (element as HTMLElement).focus();
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);

const widthOf = (image: HTMLElement | SVGElement) => (image as HTMLImageElement).naturalWidth;

/** Opens the editor on the browser's private file system, because a test cannot answer the dialog for a folder. */
async function openEditor(page: Page, address: string, folder: string): Promise<void> {
  const entries = await Promise.all(
    ['api/content', path.dirname(OWNER)].map((source) =>
      readdir(path.join(folder, source), { recursive: true, withFileTypes: true }),
    ),
  );
  const paths = entries
    .flat()
    .filter((entry) => entry.isFile())
    .map((each) => path.join(each.parentPath, each.name));
  const files = await Promise.all(
    paths.map(async (file) => ({
      folders: path.relative(folder, path.dirname(file)).split(path.sep),
      name: path.basename(file),
      bytes: await readFile(file, 'base64'),
    })),
  );
  await page.addInitScript((all) => {
    const chooseFolder = async () => {
      const storage = await navigator.storage.getDirectory();
      const chosen = await storage.getDirectoryHandle('chosen', { create: true });
      await chosen.getDirectoryHandle('.git', { create: true });
      for (const { folders, name, bytes } of all) {
        let at = chosen;
        for (const each of folders) at = await at.getDirectoryHandle(each, { create: true });
        const writable = await (await at.getFileHandle(name, { create: true })).createWritable();
        await writable.write(Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)));
        await writable.close();
      }
      return chosen;
    };
    Object.assign(window, { showDirectoryPicker: chooseFolder });
  }, files);
  await page.goto(address);
  await page.getByRole('button', { name: 'Працювати з локальним репозиторієм' }).click();
}

const openFile = (page: Page, name: string) => page.getByRole('treeitem', { name }).click();

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await expect(page.getByRole('group', { name: 'Редактор вмісту' })).toBeHidden();
}

/** Uploads a photograph, larger than any page shows, as the cover. */
async function uploadCover(page: Page, name: string): Promise<void> {
  const bytes = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 2400, height: 1350 });
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = 'gray';
    context?.fillRect(0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/jpeg').replace(/^.*,/, '');
  });
  await page.getByRole('button', { name: 'Огляд' }).click();
  const dialog = page.getByRole('dialog', { name: 'Вибрати зображення' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Завантажити' }).click();
  await (await chooser).setFiles({ name, mimeType: 'image/jpeg', buffer: Buffer.from(bytes, 'base64') });
  await dialog.getByRole('button', { name: 'Вставити' }).click();
}

/** A file of the folder that the editor has open. */
async function bytesOf(page: Page, file: string): Promise<Buffer> {
  const bytes = await page.evaluate(async (names) => {
    let at = await (await navigator.storage.getDirectory()).getDirectoryHandle('chosen');
    for (const folder of names.slice(0, -1)) at = await at.getDirectoryHandle(folder);
    const saved = await (await at.getFileHandle(names.at(-1) ?? '')).getFile();
    return [...new Uint8Array(await saved.arrayBuffer())];
  }, file.split('/'));
  return Buffer.from(bytes);
}

const saved = async (page: Page, file: string) => (await bytesOf(page, file)).toString();
