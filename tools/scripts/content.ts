import { existsSync } from 'node:fs';
import path from 'node:path';
import { ContentError, readContent, type Content } from '@vidlunnia/api/src/content/content';
import { inOwnersWords } from '@vidlunnia/api/src/content/in-owners-words';
import { FILE_SCHEMAS } from '@vidlunnia/api/src/content/schemas';
import { ContentReportSchema } from '@vidlunnia/content';
import { changesBetween } from '@vidlunnia/content/changes';
import { problemLine } from '@vidlunnia/content/check';
import { CONTENT_SIGNER, contentFolder, contentSources } from '@vidlunnia/content/settings';
import { makeLive, prepareContent, publishDraft, takeBack, versionsIn } from '@vidlunnia/content/versions';
import { checked } from '@vidlunnia/settings/checked';
import { messageOf } from '@vidlunnia/settings/machine';
import { interruption, say } from '@vidlunnia/remote-kit/process/task';
import { until } from '@vidlunnia/remote-kit/process/run';
import { readKey } from '@vidlunnia/remote-kit/release/keys';
import { siteOf } from '@vidlunnia/remote-kit/release/team';
import { remoteNamed } from '@vidlunnia/settings/topology';
import { previewsAreDrawn, readEdited } from './content-check';

const interrupted = interruption();
const site = siteOf(process.env);
const folder = contentFolder(process.env);
const folderOf = (version: string) => path.join(folder, version);

/** Milliseconds for one answer. */
const TIMEOUT = 5_000;
/** Milliseconds for the site to take over published content: API and shell look several times a second. */
const DEADLINE = 30_000;

interface ContentOptions {
  readonly check?: boolean;
  readonly draft?: boolean;
  readonly back?: boolean;
}

/** `npm run content [-- --check | --draft | --back]`: checks what the owner edits, and puts live what changed. */
export const content = inOwnersWords(async ({ check, draft, back }: ContentOptions): Promise<void> => {
  if (back) await goBack();
  else if (draft) say(`Це бачить лише той, хто має посилання, три дні:\n${await publishDraftLink()}`);
  else {
    const edited = await readChecked();
    if (check) say('Помилок немає');
    else await putLive(edited);
  }
});

/** All that the owner edits. Rejects, with all mistakes in Ukrainian, when it cannot go live. */
const readChecked = (): Promise<Content> =>
  readEdited().catch((error: unknown) => {
    if (!(error instanceof ContentError)) throw error;
    const problems = error.problems.map(problemLine);
    throw new Error(['Є помилки, тож на сайті нічого не змінено:', ...problems].join('\n  - '));
  });

/** Publishes what the owner edits for previews only. Resolves to the link, whose browser gets the site with it. */
export const publishDraftLink = inOwnersWords(async (): Promise<string> => {
  await readChecked();
  await liveContent();
  const { privateKey } = await readKey(remoteNamed(CONTENT_SIGNER), process.env);
  return publishDraft(folder, contentSources(), site.url, privateKey);
});

async function putLive(edited: Content): Promise<void> {
  const { version } = await liveContent();
  await updatePreviews(edited);
  const name = await prepareContent(folder, contentSources());
  if (name === version) {
    say(`Змін немає: на сайті ${site.url} уже все, що тут`);
    return;
  }
  const known = version !== null && existsSync(folderOf(version)) ? folderOf(version) : null;
  const changes = await changesBetween(known, folderOf(name), FILE_SCHEMAS);
  await makeLive(folder, name);
  await untilLive(name);
  report('На сайті:', changes);
}

async function goBack(): Promise<void> {
  const [live, before] = await versionsIn(folder);
  if (!live || !before) throw new Error('Повертати нічого: попередньої версії немає');
  await liveContent();
  // A newer API may not read what an older one did.
  await readContent(folderOf(before.version));
  const changes = await changesBetween(folderOf(live.version), folderOf(before.version), FILE_SCHEMAS);
  await takeBack(folder);
  await untilLive(before.version);
  report('Останню зміну повернено. Відтепер на сайті:', changes);
  say('Файли тут лишилися зміненими: поверніть і їх, інакше npm run content викладе зміну знову.');
}

/** What a running site says of its content. Rejects, with the remedy, when it is not running. */
async function liveContent() {
  try {
    const response = await fetch(new URL('/api/content', site.url), { signal: AbortSignal.timeout(TIMEOUT) });
    return checked(ContentReportSchema, await response.json(), '/api/content');
  } catch (cause) {
    throw new Error(
      `Сайт ${site.url} не відповідає, тож на ньому нічого не змінено. Запустіть його: npm start (або вкажіть адресу в SITE_URL)`,
      { cause },
    );
  }
}

/** Resolves when visitors get a version: the API serves it, and the shell makes its pages of it. */
async function untilLive(version: string): Promise<void> {
  const obstacle = async () => {
    const content = await liveContent();
    if (content.rejected?.version === version) throw new Error(content.rejected.reason);
    if (content.version !== version) return 'він і досі показує старе; чи та сама в нього тека CONTENT_DIR?';
    const report = await site.ask();
    return typeof report !== 'string' && report.content === version ? null : 'на сторінках і досі старе';
  };
  await until(obstacle, { deadlineMs: DEADLINE, intervalMs: 200, signal: interrupted }).catch(
    (cause: unknown) => {
      interrupted.throwIfAborted();
      throw new Error(`Зміни викладено, але сайт ${site.url} їх не взяв: ${messageOf(cause)}`, { cause });
    },
  );
}

function report(title: string, changes: readonly string[]): void {
  say([title, ...changes.map((change) => `  - ${change}`), `Дивіться: ${site.url}`].join('\n'));
}

/** Link previews that are missing or old. A post without one has that of the home page. */
async function updatePreviews(edited: Content): Promise<void> {
  if (await previewsAreDrawn(edited)) return;
  // Only now: Playwright takes a third of a second to load.
  const [{ installedTestBrowser }, { drawPreviews }] = await Promise.all([
    import('@vidlunnia/remote-kit/process/find-browser'),
    import('./previews/draw-previews'),
  ]);
  if (installedTestBrowser() === null) {
    say(
      'Картинки для посилань застаріли: намалюйте їх командою npm run previews -w tools/scripts там, де є браузер',
    );
    return;
  }
  say('Малюємо картинки для посилань…');
  await drawPreviews();
}
