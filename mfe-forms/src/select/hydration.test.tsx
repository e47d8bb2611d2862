import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { comboboxCode } from './combobox-code';
import { Select } from './select';

const options = ['Анна', 'Богдан'].map((label) => ({ value: label, label }));

function Field({ returned = '' }: { readonly returned?: string }) {
  const [value, setValue] = useState(returned);
  return (
    <form
      aria-label="form"
      onReset={() => {
        setValue('');
      }}
    >
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
      <output>{value}</output>
    </form>
  );
}

const serve = (returned?: string) => {
  const field = <Field {...(returned !== undefined && { returned })} />;
  const root = document.createElement('div');
  root.innerHTML = renderToString(field);
  document.body.replaceChildren(root);
  const native = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Хто' });
  const hydrate = () => {
    act(() => void hydrateRoot(root, field));
  };
  return { native, hydrate };
};

const box = () => screen.getByRole('combobox', { name: 'Хто' });
const form = () => screen.getByRole<HTMLFormElement>('form');
const sent = () => new FormData(form()).get('who');
/** React's value. */
const known = () => screen.getByRole('status').textContent;

const warned = jest.spyOn(console, 'error');
beforeEach(() => {
  warned.mockClear();
});

test.each([
  ['nothing', undefined, 'Богдан'],
  ['what was returned', 'Анна', 'Богдан'],
  ['what was returned, taken back,', 'Анна', ''],
])('instead of %s, a choice made before hydration is kept and known to React', (_, returned, chosen) => {
  const { native, hydrate } = serve(returned);
  native.value = chosen;
  hydrate();
  expect(box()).toBe(native);
  expect([native.value, sent(), known()]).toEqual([chosen, chosen, chosen]);
  expect(warned).not.toHaveBeenCalled();
});

test.each([undefined, 'Анна'])('without a choice the server’s value stays: %s', (returned) => {
  const { native, hydrate } = serve(returned);
  hydrate();
  expect([native.value, known()]).toEqual([returned ?? '', returned ?? '']);
});

test.each(['Богдан', ''])('a reset empties it, also with the server’s choice: %s', (chosen) => {
  const { native, hydrate } = serve('Анна');
  native.value = chosen;
  hydrate();
  act(() => {
    form().reset();
  });
  expect([native.value, known()]).toEqual(['', '']);
});

// The last test: the code remains loaded.
test('a select focused before hydration passes on its focus and value', async () => {
  const { native, hydrate } = serve();
  native.value = 'Богдан';
  native.focus();
  hydrate();
  expect(native).toHaveFocus();
  await act(() => comboboxCode.fetch());
  expect(box()).toHaveFocus();
  expect(box()).toHaveValue('Богдан');
  expect(sent()).toBe('Богдан');
});
