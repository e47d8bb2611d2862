import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { repository } from './site';

interface Vacancies {
  readonly vacancies: readonly { readonly title: string }[];
}

/** Titles of the tests' vacancies, in order. */
export const POSITIONS = (
  JSON.parse(readFileSync(path.join(repository, 'e2e/content/vacancies.json'), 'utf8')) as Vacancies
).vacancies.map(({ title }) => title);

const spaced = (text: string) => text.replace(/\s+/g, ' ');

/** Lines of a tree, with one stand-in for all positions. */
export const withoutPositions = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    const index = POSITIONS.findIndex((title) => spaced(line).includes(spaced(title)));
    if (index === -1) return [line];
    return index === 0 ? [spaced(line).replace(spaced(POSITIONS[0] ?? ''), 'Посада')] : [];
  });

/**
 * Replaces team, vacancies and the form's positions by three entries with fixed texts, so that stored pictures and
 * trees do not depend on the owner's edits. Call it last, because an island that hydrates later is rendered again.
 */
export const insertStandIns = (page: Page): Promise<void> =>
  page.evaluate((positions) => {
    const ENTRIES = 3;
    const exactly = (parent: Element, entries: readonly Element[]) => {
      for (const entry of entries.slice(ENTRIES)) entry.remove();
      const last = entries.at(-1);
      for (let count = entries.length; last && count < ENTRIES; count++) parent.append(last.cloneNode(true));
    };
    const fix = (element: Element, text: string) => {
      if (element.textContent !== text) element.textContent = text;
    };
    const nameOf = (index: number) => `Посада ${String(index + 1)}`;
    for (const list of document.querySelectorAll('#team ul, #vacancies ul')) {
      exactly(list, [...list.children]);
      for (const [index, item] of [...list.children].entries()) {
        for (const title of item.querySelectorAll('h3')) fix(title, nameOf(index));
        // Salary and terms are two parts of one paragraph.
        for (const text of item.querySelectorAll('p:not(:has(*)), p > *, blockquote'))
          fix(text, 'Сталий текст на місці того, який пише власник.');
        for (const link of item.querySelectorAll('a')) link.setAttribute('aria-label', nameOf(index));
        for (const image of item.querySelectorAll('img')) {
          image.removeAttribute('srcset');
          image.src = '/api/portraits/olena.svg';
          image.alt = nameOf(index);
        }
      }
    }
    const form = document.querySelector('#application-form');
    if (!form) return;
    for (const select of form.querySelectorAll('select')) {
      const options = [...select.options].filter(({ value }) => value !== '');
      exactly(select, options);
      for (const [index, option] of [...select.options].filter(({ value }) => value !== '').entries())
        fix(option, nameOf(index));
    }
    const standIn = (text: string) => {
      const index = positions.indexOf(text);
      return index === -1 ? text : nameOf(index);
    };
    for (const input of form.querySelectorAll('input')) {
      if (standIn(input.value) !== input.value) input.value = standIn(input.value);
    }
    const texts = document.createTreeWalker(form, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const value = text.nodeValue ?? '';
      if (standIn(value) !== value) text.nodeValue = standIn(value);
    }
  }, POSITIONS);
