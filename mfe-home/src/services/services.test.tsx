import { describe, expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { contactPath, serviceId } from '@vidlunnia/contracts';
import { sampleServices } from '../testing/samples';
import { Services } from './services';

const data = { lead: 'Можна взяти одну.', services: sampleServices };

const tile = (title: string) => {
  const item = screen.getByRole('heading', { level: 3, name: title }).closest('li');
  if (item === null) throw new Error(`«${title}» is not a list item.`);
  return item;
};

describe('with services', () => {
  test('each has its title, description and features', () => {
    render(<Services data={data} />);
    const item = tile('Контент-маркетинг');
    expect(item).toHaveTextContent('Пишемо статті.');
    const features = within(item).getByRole('list', { name: 'Що входить' });
    expect(within(features).getAllByRole('listitem')).toHaveLength(2);
    expect(features).toHaveTextContent('Щотижневий лист до бази');
  });

  test('a price is shown with grouped digits', () => {
    render(<Services data={data} />);
    const price = within(tile('Контент-маркетинг')).getByText(/^від/);
    expect(price.textContent).toBe('від\u00A014\u00A0000\u00A0₴');
  });

  test('without `price_from` no price is shown (specification, section 2)', () => {
    render(<Services data={data} />);
    expect(tile('Брендинг')).not.toHaveTextContent(/від|₴/);
  });

  test('the icon shows the API’s file and is hidden from screen readers', () => {
    render(<Services data={data} />);
    const icon = tile('Брендинг').querySelector('svg');
    expect(icon).toHaveAttribute('aria-hidden', 'true');
    expect(icon?.firstElementChild).toHaveAttribute('href', '/api/icons/services.svg#brand');
  });

  test.each([
    ['Контент-маркетинг', 'with it chosen', '/?service=content#contact-form'],
    ['Брендинг', 'with its title, because the form does not list it', contactPath('Брендинг')],
  ])('the link of «%s» leads to the contact form %s', (title, _choice, href) => {
    render(<Services data={data} />);
    const link = within(tile(title)).getByRole('link', { name: `Запитати про\u00A0послугу: ${title}` });
    expect(link).toHaveAttribute('href', href);
  });

  test('each has the id of the footer’s link', () => {
    render(<Services data={data} />);
    expect(tile('Контент-маркетинг')).toHaveAttribute('id', serviceId('content'));
    expect(tile('Брендинг')).toHaveAttribute('id', serviceId('Брендинг'));
  });

  test('a service without features has no empty list', () => {
    render(
      <Services
        data={{
          lead: '',
          services: [{ title: 'Аудит', description: 'Дивимося.', icon_url: '/a.svg', features: [] }],
        }}
      />,
    );
    expect(screen.queryByText('Що входить')).not.toBeInTheDocument();
  });
});

test.each([
  ['failed', null],
  ['returned none', { lead: '', services: [] }],
])('when loading services %s, the heading stays and the list is empty', (_case, data) => {
  render(<Services data={data} />);
  const section = screen.getByRole('region', { name: 'Кілька способів бути почутими' });
  expect(section).toHaveAttribute('id', 'services');
  expect(within(section).queryByRole('list')).not.toBeInTheDocument();
});
