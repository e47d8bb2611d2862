import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/dom';
import { holdInput } from './held-input';

// With React: served-islands.test.tsx. With a browser’s own focus events: e2e/tests/rendering/changed-by-others.spec.ts.

const FORM = `<form id="contact-form"><input name="name" aria-label="Імʼя"><input name="phone" aria-label="Телефон">
<select name="choice" aria-label="Послуга"><option value=""></option><option>SMM</option></select></form>`;
const island = () => document.querySelector('[data-island]') ?? document.body;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const replace = () => {
  island().innerHTML = FORM;
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  document.body.innerHTML = `<div data-island="forms/ContactForm">${FORM}</div>
    <form id="application-form"><input name="name" aria-label="Прізвище"></form><button>Далі</button>`;
  field('Імʼя').focus();
});

test('values that were set after the fields were remembered are in the new fields of the same form', () => {
  const restore = holdInput(island());
  field('Імʼя').value = 'Оля';
  field('Послуга').value = 'SMM';
  replace();
  restore();
  expect([field('Імʼя').value, field('Послуга').value, field('Прізвище').value]).toEqual(['Оля', 'SMM', '']);
  field('Імʼя').value = 'Ольга';
  replace();
  restore();
  expect(field('Імʼя')).toHaveValue('');
});

test.each([
  [
    'returns to the field that had it last',
    () => {
      field('Телефон').focus();
    },
    () => field('Телефон'),
  ],
  [
    'stays away if the visitor left the fields',
    () => {
      field('Імʼя').blur();
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
  field('Телефон').focus();
  expect(field('Телефон')).toHaveFocus();
});

test('fields of a nested island are left to that island', () => {
  island().innerHTML = `<div data-island="home/Vacancies">${FORM}</div>`;
  const outer = island();
  field('Імʼя').value = 'Оля';
  const restore = holdInput(outer);
  outer.innerHTML = FORM;
  restore();
  expect(field('Імʼя')).toHaveValue('');
});
