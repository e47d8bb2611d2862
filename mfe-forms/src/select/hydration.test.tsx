import { expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Select } from './select';

const options = ['Анна', 'Богдан'].map((label) => ({ value: label, label }));

function Field() {
  const [value, setValue] = useState('');
  return (
    <form aria-label="form">
      <label htmlFor="who">Хто</label>
      <Select
        id="who"
        name="who"
        options={options}
        value={value}
        onChange={setValue}
        required
        placeholder="Оберіть"
        emptyMessage="Порожньо"
        describedBy={undefined}
      />
    </form>
  );
}

const serve = () => {
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Field />);
  document.body.replaceChildren(root);
  const native = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Хто' });
  const hydrate = () => {
    act(() => void hydrateRoot(root, <Field />));
  };
  return { native, hydrate };
};

const box = () => screen.getByRole('combobox', { name: 'Хто' });
const sent = () => new FormData(screen.getByRole<HTMLFormElement>('form')).get('who');

test('a choice made before the script came is kept', () => {
  const warned = jest.spyOn(console, 'error');
  const { native, hydrate } = serve();
  expect(native.tagName).toBe('SELECT');
  native.value = 'Богдан';
  hydrate();
  expect(native).not.toBeInTheDocument();
  expect(box()).toHaveValue('Богдан');
  expect(sent()).toBe('Богдан');
  expect(warned).not.toHaveBeenCalled();
});

test('no choice stays no choice', () => {
  const { hydrate } = serve();
  hydrate();
  expect(box()).toHaveValue('');
  expect(sent()).toBe('');
});

test('the focus is handed over', () => {
  const { native, hydrate } = serve();
  native.focus();
  hydrate();
  expect(box()).toHaveFocus();
});
