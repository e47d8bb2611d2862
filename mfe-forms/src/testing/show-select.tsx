import { beforeAll } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { comboboxCode } from '../select/combobox-code';
import { Select, type SelectProps } from '../select/select';

/** The options «Анна» and so on, whose values are their labels. */
export const optionsOf = (...labels: readonly string[]) => labels.map((label) => ({ value: label, label }));

function Field(props: Partial<SelectProps>) {
  const [value, setValue] = useState('');
  return (
    <form aria-label="form">
      <input aria-label="Before" />
      <label htmlFor="who">Хто</label>
      <Select
        id="who"
        name="who"
        options={optionsOf('Анна', 'Богдан', 'Марко', 'Марія', 'Мар’ян')}
        value={value}
        onChange={setValue}
        required={false}
        placeholder="Оберіть"
        emptyMessage="Нікого немає"
        aria-describedby="hint"
        aria-invalid={undefined}
        {...props}
      />
      <p id="hint">Можна не обирати</p>
      <button>Next</button>
    </form>
  );
}

export const box = () => screen.getByRole('combobox', { name: 'Хто' });
export const form = () => screen.getByRole<HTMLFormElement>('form');
export const sent = () => new FormData(form()).get('who');
export const focus = (element: HTMLElement) => {
  act(() => {
    element.focus();
  });
};

export const showSelect = (props: Partial<SelectProps> = {}) => {
  render(<Field {...props} />);
};

/** Shows the combobox, with the focus. */
export const showCombobox = (props: Partial<SelectProps> = {}) => {
  showSelect(props);
  focus(box());
};

/** For tests that show comboboxes. */
export const loadCombobox = () => {
  beforeAll(() => comboboxCode.fetch());
};
