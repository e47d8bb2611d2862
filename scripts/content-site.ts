import { isDeepStrictEqual } from 'node:util';
import { ContentReportSchema } from '@vidlunnia/content';
import { checked } from '@vidlunnia/contracts/checked';
import { messageOf } from '@vidlunnia/remote-kit/process/errors';
import { until } from '@vidlunnia/remote-kit/process/until';

/** Milliseconds for one answer. */
const TIMEOUT = 5_000;
/** Milliseconds for the site to take over published content: it looks every second. */
const DEADLINE = 30_000;

/** What a running site says of its content. Rejects, with the remedy, when it is not running. */
export async function liveContent(url: string) {
  try {
    return checked(ContentReportSchema, await ask(url, '/api/content'), '/api/content');
  } catch (cause) {
    throw new Error(
      `Сайт ${url} не відповідає, тож на ньому нічого не змінено. Запустіть його: npm start (або вкажіть адресу в SITE_URL)`,
      { cause },
    );
  }
}

/** Resolves when visitors get a version: the API serves it, and the shell has its details. */
export async function untilLive(url: string, version: string, signal: AbortSignal): Promise<void> {
  const obstacle = async () => {
    const report = await liveContent(url);
    if (report.rejected?.version === version) throw new Error(report.rejected.reason);
    if (report.version !== version) return 'він і досі показує старе; чи та сама в нього тека CONTENT_DIR?';
    const { owner } = (await ask(url, '/-/release-set')) as { readonly owner?: unknown };
    return isDeepStrictEqual(owner, report.owner) ? null : 'на сторінках і досі старі контакти';
  };
  await until(obstacle, { deadline: DEADLINE, interval: 200, signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new Error(`Зміни викладено, але сайт ${url} їх не взяв: ${messageOf(cause)}`, { cause });
  });
}

const ask = async (url: string, path: string): Promise<unknown> => {
  const response = await fetch(new URL(path, url), { signal: AbortSignal.timeout(TIMEOUT) });
  return response.json();
};
