import type { Locator, Page } from '@playwright/test';
import { contact } from '../../content/owner.json';
import { SECTION_IDS, type RemoteName } from '@vidlunnia/contracts';
import { REMOTE_NAMES } from '@vidlunnia/settings/topology';
import { markDocument, wasReloaded } from '../../support/pages';
import { expect } from '../../support/test';

export const RETRY = 'Спробувати ще раз';
export const RETRYING = 'Пробуємо ще раз…';

/** An island of the home page: its section, its content there, and the message that replaces it when it fails. */
interface HomeIsland {
  readonly name: string;
  readonly section: (page: Page) => Locator;
  readonly whole: (page: Page) => Locator;
  readonly fallback: string;
}

const section = (id: string, fallback: string): HomeIsland => ({
  name: id,
  section: (page) => page.locator(`section#${id}`),
  whole: (page) =>
    page
      .locator(`section#${id}`)
      .getByRole('heading', { level: id === 'hero' ? 1 : 2 })
      .filter({ hasNotText: fallback }),
  fallback,
});

const form = (id: string, sectionId: string, fallback: string): HomeIsland => ({
  name: id,
  section: (page) => page.locator(`section#${sectionId}`),
  whole: (page) => page.locator(`form#${id}`),
  fallback,
});

const BLOG = section('blog', 'Статті не завантажилися. Вони варті другої спроби.');
const APPLICATION_FORM = form(
  'application-form',
  'vacancies',
  `Форма не завантажилася. Надішліть кілька слів про себе на ${contact.email} або зателефонуйте: ${contact.phone}.`,
);
export const CONTACT_FORM = form(
  'contact-form',
  'contact',
  `Форма не завантажилася, але ми вас почуємо: ${contact.phone}, ${contact.email}.`,
);

/** Every remote's islands of the home page. */
export const ISLANDS_OF_HOME: Readonly<Record<RemoteName, readonly HomeIsland[]>> = {
  home: SECTION_IDS.filter((id) => id !== 'blog').map((id) =>
    section(id, 'Цей розділ не завантажився. Решта сторінки працює.'),
  ),
  blog: [BLOG],
  forms: [APPLICATION_FORM, CONTACT_FORM],
};

export const retryButton = (page: Page, island: HomeIsland) =>
  island.section(page).getByRole('button', { name: RETRY });

/** Expects a message and a button from each of the remote's islands. */
export async function expectFailed(page: Page, remote: RemoteName): Promise<void> {
  for (const island of ISLANDS_OF_HOME[remote]) {
    await expect(island.section(page)).toContainText(island.fallback);
    await expect(retryButton(page, island)).toBeVisible();
  }
}

/** Expects header, footer and the islands of all other remotes. */
export async function expectRestWhole(page: Page, failed: RemoteName): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  for (const remote of REMOTE_NAMES.filter((name) => name !== failed)) await expectWhole(page, remote);
}

async function expectWhole(page: Page, remote: RemoteName): Promise<void> {
  for (const island of ISLANDS_OF_HOME[remote]) await expect(island.whole(page), island.name).toBeVisible();
}

/** Expects that each island's button restores the island in the same document. */
export async function expectRetriesToWork(page: Page, remote: RemoteName): Promise<void> {
  await markDocument(page);
  for (const island of ISLANDS_OF_HOME[remote]) {
    await retryButton(page, island).click();
    await expect(island.whole(page), island.name).toBeVisible();
  }
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
  expect(await wasReloaded(page)).toBe(false);
}

export async function expectWholeHome(page: Page): Promise<void> {
  for (const remote of REMOTE_NAMES) await expectWhole(page, remote);
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
}
