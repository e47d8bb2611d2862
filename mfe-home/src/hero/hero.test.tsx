import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { GOLDEN_HOME } from '@vidlunnia/contracts/golden';
import { Hero } from './hero';

test('the first screen is labelled by the page’s headline', () => {
  render(<Hero data={GOLDEN_HOME.hero} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Гукнемо так, що відгукнеться' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Гукнемо так, що відгукнеться' })).toHaveAttribute('id', 'hero');
});

test.each([
  ['Почати проєкт', '#contact'],
  ['Розбори кейсів', '#blog'],
])('«%s» leads to %s', (name, address) => {
  render(<Hero data={GOLDEN_HOME.hero} />);
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', address);
});

test('the owner’s lead is below the headline', () => {
  render(<Hero data={GOLDEN_HOME.hero} />);
  expect(screen.getByText(GOLDEN_HOME.hero.lead)).toBeVisible();
});

test.each([
  ['проєктів', '200+'],
  ['задоволених клієнтів', '98\u00A0%'],
  ['років', '5+'],
])('the statistic «%s» is %s (specification, section 9)', (label, value) => {
  render(<Hero data={GOLDEN_HOME.hero} />);
  expect(screen.getByRole('heading', { level: 2, name: '«Відлуння» в\u00A0числах' })).toBeInTheDocument();
  const term = screen.getByText(label);
  expect(term.nextElementSibling?.textContent).toBe(value);
});
