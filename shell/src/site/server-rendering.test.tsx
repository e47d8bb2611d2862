/** @jest-environment node */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { IslandFallback, IslandLoading } from '../fallback';
import { SiteFooter } from '../footer';
import { HomeHeader, PostHeader, SkipLink, useCurrentSection } from '../header';
import { NotFoundPage } from '../not-found';
import { ToastHost } from '../toasts/toast-host';

const TrackedHeader = () => <HomeHeader currentSection={useCurrentSection()} />;
const ignore = () => undefined;

const PIECES: readonly (readonly [string, ReactElement, string])[] = [
  ['skip link', <SkipLink />, 'href="#main"'],
  ['header of the home page', <TrackedHeader />, 'Почати проєкт'],
  ['header of other pages', <PostHeader />, 'На головну'],
  ['footer', <SiteFooter year={2026} />, '© 2021–2026 «Відлуння»'],
  ['toast host', <ToastHost />, 'Сповіщення'],
  ['fallback of an island', <IslandFallback id="home/Team" onRetry={ignore} retrying />, 'Пробуємо ще раз…'],
  ['place of an island', <IslandLoading id="home/Team" />, 'Завантажуємо…'],
  ['place of the post', <IslandLoading id="blog/Post" />, 'Завантажуємо статтю…'],
  ['page that is not there', <NotFoundPage />, 'Тут навіть луна мовчить'],
];

beforeEach(() => {
  jest.spyOn(console, 'error');
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('rendering on the server', () => {
  test.each(PIECES)(
    '%s: complete, silent, without style attributes or a marked section',
    (_, piece, text) => {
      const html = renderToString(piece);
      expect(html.replaceAll('\u00a0', ' ')).toContain(text);
      expect(html).not.toMatch(/ style=| aria-current=/);
      expect(console.error).not.toHaveBeenCalled();
    },
  );

  test('the menu opens and closes without a script', () => {
    const html = renderToString(<TrackedHeader />);
    const [, dialog = ''] = /<dialog id="([^"]+)"/.exec(html) ?? [];
    expect(html).toContain(`command="show-modal" commandfor="${dialog}"`);
    expect(html).toContain('method="dialog"');
  });
});
