import { beforeEach, describe, expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { SiteFooter } from './site-footer';
import { SocialButtons } from './social-buttons';

describe('footer', () => {
  beforeEach(() => {
    render(<SiteFooter year={2026} />);
  });

  test('has columns for services, company and contacts (specification, section 2)', () => {
    const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
    expect(titles).toEqual(['Послуги', 'Компанія', 'Контакти']);
  });

  test('links to sections of the home page by addresses that hold on every page', () => {
    const links = within(screen.getByRole('navigation', { name: /^Навігація\sв\sпідвалі$/ })).getAllByRole(
      'link',
    );
    expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(
      new Set(['/#services', '/#about', '/#reasons', '/#team', '/#vacancies', '/#blog']),
    );
  });

  test('has the contact details', () => {
    expect(screen.getByRole('link', { name: '+380 43 000 00 00' })).toHaveAttribute(
      'href',
      'tel:+380430000000',
    );
    expect(screen.getByRole('link', { name: 'hello@vidlunnia.example' })).toHaveAttribute(
      'href',
      'mailto:hello@vidlunnia.example',
    );
    expect(screen.getByText('Пн–Пт 09:00–18:00')).toBeInTheDocument();
  });

  test.each(['Telegram', 'Instagram', 'Facebook', 'LinkedIn'])('has a social button of %s', (network) => {
    const link = screen.getByRole('link', { name: new RegExp(network) });
    expect(link).toHaveAttribute('href', `https://${network.toLowerCase()}.example/vidlunnia`);
    expect(link).toHaveAttribute('rel', 'me');
  });

  test('leads from the address to a map', () => {
    expect(screen.getByRole('link', { name: /Соборна/ })).toHaveAttribute(
      'href',
      expect.stringContaining('openstreetmap.org'),
    );
  });

  test('ends the copyright with the given year', () => {
    expect(screen.getByText('© 2021–2026 «Відлуння»')).toBeInTheDocument();
  });
});

test('a network whose address the owner emptied has no button, and none at all no list', () => {
  const links = { telegram: '', instagram: 'https://a.example', facebook: '', linkedin: '' };
  const { rerender } = render(<SocialButtons links={links} />);
  expect(screen.getAllByRole('link')).toHaveLength(1);
  rerender(<SocialButtons links={{ ...links, instagram: '' }} />);
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});
