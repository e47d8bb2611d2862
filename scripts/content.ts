import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ContentReportSchema } from '@vidlunnia/content';
import { changesBetween, type ContentChange } from '@vidlunnia/content/changes';
import { makeLive, prepareContent, takeBack, versionsIn } from '@vidlunnia/content/versions';
import { checked } from '@vidlunnia/contracts/checked';
import { installedTestBrowser } from '@vidlunnia/remote-kit/process/find-browser';
import { contentFolder, contentSources, repositoryRoot, messageOf } from '@vidlunnia/settings/machine';
import { remotes } from '@vidlunnia/settings/topology';
import { interruption, say } from '@vidlunnia/remote-kit/process/task';
import { runToSuccess, until } from '@vidlunnia/remote-kit/process/run';
import { siteOf } from '@vidlunnia/remote-kit/release/team';
import { CONTENT_SCHEMAS, contentProblems, previewsAreDrawn } from './content-check';
import { drawPreviews } from './previews/draw-previews';

const { home } = remotes;
const interrupted = interruption();
const site = siteOf(process.env);
const folder = contentFolder(process.env);
const folderOf = (version: string) => path.join(folder, version);

/** Milliseconds for one answer. */
const TIMEOUT = 5_000;
/** Milliseconds for the site to take over published content: it looks every second. */
const DEADLINE = 30_000;

/** `npm run content [-- --check | --back]`: checks what the owner edits, and puts live what changed. */
export async function content({ check, back }: { check?: boolean; back?: boolean }): Promise<void> {
  if (back) return goBack();
  const problems = await contentProblems();
  if (problems.length > 0)
    throw new Error(['Є помилки, тож на сайті нічого не змінено:', ...problems].join('\n  - '));
  if (check) say('Помилок немає');
  else await putLive();
}

async function putLive(): Promise<void> {
  const { version } = await liveContent();
  await updatePreviews();
  const name = await prepareContent(folder, contentSources());
  if (name === version) {
    say(`Змін немає: на сайті ${site.url} уже все, що тут`);
    return;
  }
  const known = version !== null && existsSync(folderOf(version)) ? folderOf(version) : null;
  const changes = await changesBetween(known, folderOf(name), CONTENT_SCHEMAS);
  const release = await releaseOfHome();
  if (touchesHome(changes)) {
    say('Перевіряємо й викладаємо команду та вакансії: це хвилина-дві…');
    await runHome('release', ...(installedTestBrowser() === null ? ['--without-browser'] : []));
  }
  await makeLive(folder, name, release);
  await untilLive(name);
  report('На сайті:', changes);
}

async function goBack(): Promise<void> {
  const [live, before] = await versionsIn(folder);
  if (!live || !before) throw new Error('Повертати нічого: попередньої версії немає');
  await liveContent();
  const changes = await changesBetween(folderOf(live.version), folderOf(before.version), CONTENT_SCHEMAS);
  if (touchesHome(changes) && before.release !== undefined && before.release !== (await releaseOfHome())) {
    say('Повертаємо команду й вакансії…');
    await runHome('rollback', before.release);
  }
  await takeBack(folder);
  await untilLive(before.version);
  report('Останню зміну повернено. Відтепер на сайті:', changes);
  say('Файли тут лишилися зміненими: поверніть і їх, інакше npm run content викладе зміну знову.');
}

/** What a running site says of its content. Rejects, with the remedy, when it is not running. */
async function liveContent() {
  try {
    return checked(ContentReportSchema, await askSite('/api/content'), '/api/content');
  } catch (cause) {
    throw new Error(
      `Сайт ${site.url} не відповідає, тож на ньому нічого не змінено. Запустіть його: npm start (або вкажіть адресу в SITE_URL)`,
      { cause },
    );
  }
}

/** Resolves when visitors get a version: the API serves it, and the shell has its details. */
async function untilLive(version: string): Promise<void> {
  const obstacle = async () => {
    const report = await liveContent();
    if (report.rejected?.version === version) throw new Error(report.rejected.reason);
    if (report.version !== version) return 'він і досі показує старе; чи та сама в нього тека CONTENT_DIR?';
    const { owner } = (await askSite('/-/release-set')) as { readonly owner?: unknown };
    return isDeepStrictEqual(owner, report.owner) ? null : 'на сторінках і досі старі контакти';
  };
  await until(obstacle, { deadlineMs: DEADLINE, intervalMs: 200, signal: interrupted }).catch(
    (cause: unknown) => {
      interrupted.throwIfAborted();
      throw new Error(`Зміни викладено, але сайт ${site.url} їх не взяв: ${messageOf(cause)}`, { cause });
    },
  );
}

const askSite = async (address: string): Promise<unknown> => {
  const response = await fetch(new URL(address, site.url), { signal: AbortSignal.timeout(TIMEOUT) });
  return response.json();
};

function report(title: string, changes: readonly ContentChange[]): void {
  say([title, ...changes.map(({ text }) => `  - ${text}`), `Дивіться: ${site.url}`].join('\n'));
}

const touchesHome = (changes: readonly ContentChange[]) =>
  changes.some(({ file }) => file.startsWith(`${home.folder}/`));

/** The release of the home remote that visitors have. */
async function releaseOfHome(): Promise<string | undefined> {
  const answer = await site.ask();
  return typeof answer === 'string' ? undefined : answer.remotes[home.name]?.live?.version;
}

async function runHome(...command: readonly string[]): Promise<void> {
  try {
    await runNode(
      path.join(repositoryRoot(), home.folder),
      path.join(repositoryRoot(), 'remote-kit/bin.cjs'),
      ...command,
    );
  } catch (cause) {
    throw new Error(
      `На сайті нічого не змінено: команду й вакансії не вдалося викласти.\n${messageOf(cause)}`,
      { cause },
    );
  }
}

/** Link previews that are missing or old. A post without one has that of the home page. */
async function updatePreviews(): Promise<void> {
  if (await previewsAreDrawn()) return;
  if (installedTestBrowser() === null) {
    say('Картинки для посилань застаріли: намалюйте їх командою npm run previews там, де є браузер');
    return;
  }
  say('Малюємо картинки для посилань…');
  await drawPreviews();
}

const runNode = (cwd: string, ...args: readonly string[]): Promise<string> =>
  runToSuccess(process.execPath, args, { cwd, signal: interrupted });
