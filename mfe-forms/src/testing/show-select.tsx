import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Select, type SelectProps } from '../select/select';
import './samples';

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
        isStarted={false}
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

/** Waits until the combobox's code, requested before, has loaded or failed. */
export const untilLoaded = () =>
  act(async () => {
    await import('../select/combobox');
  });

export const showSelect = (props: Partial<SelectProps> = {}) => render(<Field {...props} />);

/** Shows the combobox, with the focus. */
export const showCombobox = async (props: Partial<SelectProps> = {}) => {
  showSelect({ isStarted: true, ...props });
  await untilLoaded();
  focus(box());
};
