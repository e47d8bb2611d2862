import { describe, expect, test } from '@jest/globals';
import userEvent from '@testing-library/user-event';
import { hasUserInteraction } from './has-user-interaction';

const FIELDS = `
  <form>
    <a href="/">Посилання</a>
    <input name="name" value="Ольга">
    <input type="checkbox" name="agreed" checked>
    <textarea name="message">Вітаю</textarea>
    <select name="first"><option value="">Оберіть</option><option>SMM</option></select>
    <select name="given"><option value="">Оберіть</option><option selected>SMM</option></select>
  </form>`;

const serve = () => {
  document.body.innerHTML = FIELDS;
  return [...document.body.children];
};
const field = (name: string) => document.querySelector(`[name=${name}]`) ?? document.body;
const leave = () => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
};

test('untouched elements have no interaction, whatever values the server gave them', () => {
  expect(hasUserInteraction(serve())).toBe(false);
});

describe('interaction', () => {
  test('is the focus inside', () => {
    const nodes = serve();
    document.querySelector('a')?.focus();
    expect(hasUserInteraction(nodes)).toBe(true);
    leave();
    expect(hasUserInteraction(nodes)).toBe(false);
  });

  test.each<readonly [string, () => Promise<void>]>([
    ['a text', () => userEvent.type(field('name'), '!')],
    ['a longer text', () => userEvent.type(field('message'), '!')],
    ['a tick', () => userEvent.click(field('agreed'))],
    ['a choice', () => userEvent.selectOptions(field('first'), 'SMM')],
    ['a choice taken back', () => userEvent.selectOptions(field('given'), '')],
  ])('is a change of %s, even with the focus elsewhere', async (_, change) => {
    const nodes = serve();
    await change();
    leave();
    expect(hasUserInteraction(nodes)).toBe(true);
  });
});

test('the focus beside the elements is no interaction', () => {
  const [form] = serve();
  document.body.insertAdjacentHTML('beforeend', '<button>Далі</button>');
  document.querySelector('button')?.focus();
  expect(hasUserInteraction(form ? [form] : [])).toBe(false);
});
