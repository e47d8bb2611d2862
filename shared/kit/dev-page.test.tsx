/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { ZoneProps } from '../contracts';
import { showSections } from './dev-page';

function Openings({ id, details, data }: ZoneProps & { readonly data: unknown }) {
  const [pressed, setPressed] = useState(0);
  return (
    <section id={id} aria-label="Openings">
      <button
        type="button"
        onClick={() => {
          setPressed(pressed + 1);
        }}
      >
        {details.hours.map(({ days }) => days)} {String(data)} {pressed}
      </button>
    </section>
  );
}

const show = (section: object = {}, after = '') =>
  showSections({ remote: 'careers', exposes: { Openings: { default: Openings, ...section } }, after });

beforeEach(() => {
  document.body.innerHTML =
    '<main><div data-island="home/Vacancies"><section id="vacancies"></section></div><div id="last"></div></main>';
});

const order = () => [...document.querySelectorAll('main [id]')].map(({ id }) => id);

test.each([
  ['behind the one that is named', 'vacancies', ['vacancies', 'zone-careers-openings', 'last']],
  ['at the end when none is', '', ['vacancies', 'last', 'zone-careers-openings']],
])('a section that the site does not have stands %s', async (_, after, expected) => {
  await show({}, after);
  expect(order()).toEqual(expected);
});

test('a section takes the place of the one that the site has', async () => {
  const island = '<div data-island="careers/zone/Openings"><p id="zone-careers-openings">old</p></div>';
  document.querySelector('main')?.insertAdjacentHTML('afterbegin', island);
  await show();
  expect(order()).toEqual(['zone-careers-openings', 'vacancies', 'last']);
  expect(screen.queryByText('old')).toBeNull();
});

test.each([
  [true, 'Пн–Пт data 1'],
  [false, 'Пн–Пт data 0'],
])(
  'with its details and data, and interactive: %s, it shows after a click: %s',
  async (interactive, text) => {
    await act(() => show({ interactive, load: () => Promise.resolve('data') }));
    const button = screen.getByRole('button', { name: 'Пн–Пт data 0' });
    // React has taken it over, if it does at all.
    await new Promise((resolve) => setTimeout(resolve));
    await userEvent.click(button);
    expect(button.textContent).toBe(text);
  },
);

test('data that cannot be loaded are null, and the page says why', async () => {
  await show({ load: () => Promise.reject(new Error('no answer')) });
  expect(screen.getByRole('button').textContent).toBe('Пн–Пт null 0');
  expect(screen.getByRole('alert').textContent).toBe('careers/Openings: Error: no answer');
});

test('a section that cannot be rendered is not there, and the page says why', async () => {
  const broken = () => {
    throw new Error('no window');
  };
  await show({ default: broken });
  expect(order()).toEqual(['vacancies', 'last']);
  expect(screen.getByRole('alert').textContent).toBe('careers/Openings: Error: no window');
});
