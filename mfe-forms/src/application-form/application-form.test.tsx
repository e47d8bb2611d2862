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

// What else a link does: contact-form.test.tsx.
test('a vacancy chosen before the form was loaded sets the position; chosen again it also moves the focus', async () => {
  const { rerender } = render(draw({ position: smm }));
  expect(position()).toHaveValue(smm);
  await new Promise(requestAnimationFrame);
  expect(document.body).toHaveFocus();
  fireEvent.change(position(), { target: { value: support } });
  rerender(draw({ position: smm }));
  expect(position()).toHaveValue(smm);
  await waitFor(() => {
    expect(screen.getByRole('textbox', { name: /^Ім’я/ })).toHaveFocus();
  });
});
