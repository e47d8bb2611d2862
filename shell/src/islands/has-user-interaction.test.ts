import { beforeEach, expect, test } from '@jest/globals';
import userEvent from '@testing-library/user-event';
import { hasUserInteraction } from './has-user-interaction';

beforeEach(() => {
  document.body.innerHTML = `
    <form>
      <a href="/">Посилання</a>
      <input name="name" value="Ольга">
      <input type="checkbox" name="agreed" checked>
      <textarea name="message">Вітаю</textarea>
      <select name="first"><option value="">Оберіть</option><option>SMM</option></select>
      <select name="given"><option value="">Оберіть</option><option selected>SMM</option></select>
    </form>
    <button>Далі</button>`;
});
const isInteracted = () => hasUserInteraction([...document.forms]);
const element = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body;
const field = (name: string) => element(`[name=${name}]`);

test('untouched elements have no interaction, whatever values the server gave them; the focus inside is one, beside is none', () => {
  expect(isInteracted()).toBe(false);
  element('a').focus();
  expect(isInteracted()).toBe(true);
  element('button').focus();
  expect(isInteracted()).toBe(false);
});

test.each<readonly [string, () => Promise<void>]>([
  ['a text', () => userEvent.type(field('name'), '!')],
  ['a longer text', () => userEvent.type(field('message'), '!')],
  ['a tick', () => userEvent.click(field('agreed'))],
  ['a choice', () => userEvent.selectOptions(field('first'), 'SMM')],
  ['a choice taken back', () => userEvent.selectOptions(field('given'), '')],
])('a change of %s is an interaction, even with the focus elsewhere', async (_, change) => {
  await change();
  element('button').focus();
  expect(isInteracted()).toBe(true);
});
