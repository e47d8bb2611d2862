import { join } from 'node:path';
import { changesBetween } from '@vidlunnia/content/changes';
import { isTakenBack, makeLive, prepareContent, takeBack, versionsIn } from '@vidlunnia/content/versions';
import type { Environment } from '../config/environment';
import { contentFolder } from '../package-root';
import { readContent } from '../content/content';
import { inOwnersWords } from '../content/in-owners-words';
import { FILE_SCHEMAS } from '../content/schemas';

/**
 * `content [--back | --again]`, in the API's image: the owner's command for a site in containers. Compose also runs it
 * before the API starts, so it publishes a change that was rolled back only with `--again`.
 */
export const contentCommand = inOwnersWords(
  async ({ contentDir }: Environment, { isBack = false, isAgain = false } = {}): Promise<void> => {
    if (contentDir === contentFolder) throw new Error('CONTENT_DIR не задано: немає куди викладати');
    const [live, before] = await versionsIn(contentDir);
    if (isBack && !before) throw new Error('Повертати нічого: попередньої версії немає');
    const name = isBack && before ? before.version : await prepare(contentDir);
    if (!isBack && !isAgain && (await isTakenBack(contentDir, name))) {
      process.stdout.write(
        'Цю зміну повернули (--back), тож її не викладено; викласти її знову: content --again\n',
      );
      return;
    }
    const folderOf = (version: string) => join(contentDir, version);
    const changes = await changesBetween(live ? folderOf(live.version) : null, folderOf(name), FILE_SCHEMAS);
    // A newer API may not read what an older one did.
    if (isBack) await readContent(folderOf(name));
    if (isBack) await takeBack(contentDir);
    else await makeLive(contentDir, name);
    const lines = changes.map((change) => `  - ${change}`);
    process.stdout.write(
      lines.length === 0 ? 'Змін немає\n' : `${['За секунду-дві на сайті:', ...lines].join('\n')}\n`,
    );
  },
);

/** Content with mistakes is never prepared. */
async function prepare(contentDir: string): Promise<string> {
  await readContent(contentFolder);
  return prepareContent(contentDir, { '.': contentFolder });
}
