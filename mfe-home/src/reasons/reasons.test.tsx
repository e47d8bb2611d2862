import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Reasons } from './reasons';

test('six reasons are numbered 01 to 06 (specification, section 2)', () => {
  const reasons = [1, 2, 3, 4, 5, 6].map((number) => ({
    title: `Обіцянка ${String(number)}.`,
    text: 'Текст',
  }));
  render(<Reasons data={{ reasons }} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    reasons.map(({ title, text }, index) => `0${String(index + 1)}${title}${text}`),
  );
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(6);
});
