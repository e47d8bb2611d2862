import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { GOLDEN_HOME } from '@vidlunnia/contracts/golden';
import { Hero } from './hero';

test('the first screen has the headline, the owner’s lead, two links and the statistics (specification, section 9)', () => {
  const { container } = render(<Hero data={GOLDEN_HOME.hero} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Гукнемо так, що відгукнеться' })).toBeVisible();
  expect(screen.getByText(GOLDEN_HOME.hero.lead)).toBeVisible();
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Почати проєкт', '#contact'],
    ['Розбори кейсів', '#blog'],
  ]);
  expect([...container.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)).toEqual([
    ...['проєктів', '200+'],
    ...['задоволених клієнтів', '98\u00A0%'],
    ...['років', '5+'],
  ]);
});
