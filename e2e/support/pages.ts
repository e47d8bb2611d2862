import { expect, type Page } from '@playwright/test';
import { openHome } from './home-page';

/** Every kind of page, opened and there. */
export const PAGES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the home page': (page) => openHome(page),
  'a post with a table and a quote': async (page) => {
    await page.goto('/blog/deviat-sliv-na-vykyd');
    await expect(page.getByRole('article').getByRole('table').first()).toBeVisible();
    await expect(page.getByRole('article').getByRole('blockquote').first()).toBeVisible();
  },
  'all posts': async (page) => {
    await page.goto('/blog');
    await expect(page.getByRole('heading', { name: 'Усе, що ми написали' })).toBeVisible();
  },
  'the page on personal data': async (page) => {
    await page.goto('/privacy');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  'a post that was not found': async (page) => {
    await page.goto('/blog/nemaie');
    await expect(page.getByRole('heading', { name: 'Стаття не знайдена' })).toBeVisible();
  },
  'the not-found page': async (page) => {
    await page.goto('/nemaie');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
};
