import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/dom';
import { holdInput } from './held-input';

// With React: served-islands.test.tsx. With a browser’s own focus events: e2e/tests/rendering/changed-by-others.spec.ts.

const FORM = `<form id="order-form"><input name="name" aria-label="Name"><input name="phone" aria-label="Phone">
<select name="bread" aria-label="Bread"><option value=""></option><option>Rye</option></select></form>`;
const island = () => document.querySelector('[data-island]') ?? document.body;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const replace = () => {
  island().innerHTML = FORM;
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  document.body.innerHTML = `<div data-island="orders/OrderForm">${FORM}</div>
    <form id="job-form"><input name="name" aria-label="Surname"></form><button>Next</button>`;
  field('Name').focus();
});

test('values that were set after the fields were remembered are in the new fields of the same form', () => {
  const restore = holdInput(island());
  field('Name').value = 'Ann';
  field('Bread').value = 'Rye';
  replace();
  restore();
  expect([field('Name').value, field('Bread').value, field('Surname').value]).toEqual(['Ann', 'Rye', '']);
  field('Name').value = 'Anna';
  replace();
  restore();
  expect(field('Name')).toHaveValue('');
});

test.each<readonly [string, () => void, () => HTMLElement]>([
  [
    'returns to the field that had it last',
    () => {
      field('Phone').focus();
    },
    () => field('Phone'),
  ],
  [
    'stays away if the visitor left the fields',
    () => {
      field('Name').blur();
    },
    () => document.body,
  ],
  [
    'stays where the visitor moved it',
    () => {
      screen.getByRole('button').focus();
    },
    () => screen.getByRole('button'),
  ],
])('the focus %s', async (_, move, focused) => {
  const restore = holdInput(island());
  move();
  await settled();
  replace();
  restore();
  expect(focused()).toHaveFocus();
});

test('the focus returns to the field that just got it, if React replaces the fields while it handles the event', () => {
  const restore = holdInput(island());
  const hydrate = () => {
    replace();
    restore();
  };
  island().addEventListener('focusin', hydrate, { capture: true, once: true });
  field('Phone').focus();
  expect(field('Phone')).toHaveFocus();
});

test('fields of a nested island are left to that island', () => {
  island().innerHTML = `<div data-island="shop/Jobs">${FORM}</div>`;
  const outer = island();
  field('Name').value = 'Ann';
  const restore = holdInput(outer);
  outer.innerHTML = FORM;
  restore();
  expect(field('Name')).toHaveValue('');
});
