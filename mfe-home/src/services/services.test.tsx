import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { contactPath, serviceId, type Service } from '@vidlunnia/contracts';
import { Services } from './services';

const CONTENT: Service = {
  title: 'Контент-маркетинг',
  description: 'Пишемо статті.',
  icon_url: '/api/icons/services.svg#content',
  features: ['Чотири статті на місяць', 'Щотижневий лист до бази'],
  price_from: 14_000,
  service_type: 'content',
};
const BRAND: Service = { title: 'Брендинг', description: 'Шукаємо назву.', icon_url: '', features: [] };

/** Shows both services; returns the tile of one. */
function tileOf({ title }: Service): HTMLElement {
  render(<Services data={{ lead: 'Можна взяти одну.', services: [CONTENT, BRAND] }} />);
  const tile = screen.getByRole('heading', { level: 3, name: title }).closest('li');
  if (tile === null) throw new Error(`«${title}» is not a list item.`);
  return tile;
}

test('a service has its icon, text, features, price with grouped digits, and a link that chooses it in the form', () => {
  const tile = tileOf(CONTENT);
  // The footer's link leads to it.
  expect(tile).toHaveAttribute('id', serviceId('content'));
  const icon = tile.querySelector('svg');
  expect(icon).toHaveAttribute('aria-hidden', 'true');
  expect(icon?.firstElementChild).toHaveAttribute('href', CONTENT.icon_url);
  expect(tile).toHaveTextContent(CONTENT.description);
  const features = within(tile).getByRole('list', { name: 'Що входить' });
  expect([...features.children].map(({ textContent }) => textContent)).toEqual(CONTENT.features);
  expect(within(tile).getByText(/^від/).textContent).toBe('від\u00A014\u00A0000\u00A0₴');
  const link = within(tile).getByRole('link', { name: 'Запитати про\u00A0послугу: Контент-маркетинг' });
  expect(link).toHaveAttribute('href', '/?service=content#contact-form');
});

test('a service that the form does not list is chosen by its title; absent features and price are not shown (specification, section 2)', () => {
  const tile = tileOf(BRAND);
  expect(tile).toHaveAttribute('id', serviceId('Брендинг'));
  expect(within(tile).getByRole('link')).toHaveAttribute('href', contactPath('Брендинг'));
  expect(tile).not.toHaveTextContent(/від|₴|Що входить/);
});

test.each([null, { lead: '', services: [] }])(
  'with %j as its data, the heading stays without a list',
  (data) => {
    render(<Services data={data} />);
    expect(screen.getByRole('heading', { name: 'Кілька способів бути почутими' })).toBeInTheDocument();
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
  },
);
