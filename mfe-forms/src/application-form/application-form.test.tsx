import { expect, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ChosenPosition } from '@vidlunnia/contracts';
import { samplePositions, sampleProps } from '../testing/samples';
import { ApplicationForm } from './application-form';

const [support = '', smm = ''] = samplePositions;
const props = sampleProps();
const draw = (chosen: ChosenPosition | null) => (
  <ApplicationForm {...props} positions={samplePositions} chosen={chosen} />
);
const position = () => screen.getByRole('combobox', { name: /^Посада/ });
const type = (field: HTMLElement) => fireEvent.input(field, { target: { value: 'a@b.ua' } });

test('position choices are the vacancy titles (specification, section 9)', () => {
  render(draw(null));
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Оберіть посаду',
    ...samplePositions,
  ]);
});

test('a returned form keeps its position when the vacancies could not be loaded', () => {
  const outcome = { accepted: false, values: { position: smm } };
  render(<ApplicationForm {...props} outcome={outcome} positions={[]} chosen={null} />);
  expect(position()).toHaveValue(smm);
});

test('a chosen vacancy sets the position and moves to the first empty field', async () => {
  const { rerender } = render(draw(null));
  type(screen.getByRole('textbox', { name: /^Ім’я/ }));
  rerender(draw({ position: smm }));
  expect(position()).toHaveValue(smm);
  await waitFor(() => {
    expect(screen.getByRole('textbox', { name: /^Електронна пошта/ })).toHaveFocus();
  });
});

test('a chosen vacancy moves to the position when no field is empty', async () => {
  const { rerender } = render(draw(null));
  screen.getAllByRole('textbox').forEach(type);
  rerender(draw({ position: support }));
  await waitFor(() => {
    expect(position()).toHaveFocus();
  });
});

test('a repeated choice of the same vacancy counts', () => {
  const { rerender } = render(draw({ position: smm }));
  fireEvent.change(position(), { target: { value: support } });
  rerender(draw({ position: smm }));
  expect(position()).toHaveValue(smm);
});

test('a vacancy chosen before the form was loaded sets the position without moving the focus', () => {
  render(draw({ position: smm }));
  expect(position()).toHaveValue(smm);
  expect(document.body).toHaveFocus();
});
