import { describe, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { SiteHeader } from './site-header';

const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('header of the home page', () => {
  test('marks the current section and no other, and has no way back', () => {
    render(<SiteHeader isHome currentSection="services" />);
    expect(screen.getByRole('link', { name: 'Послуги' })).toHaveAttribute('aria-current', 'location');
    expect(screen.getByRole('link', { name: 'Блог' })).not.toHaveAttribute('aria-current');
    expect([addressOf('Послуги'), addressOf('Почати проєкт')]).toEqual(['#services', '#contact']);
    expect(screen.queryByRole('link', { name: 'На головну' })).not.toBeInTheDocument();
  });

  test.each([
    ['hero', false],
    ['about', true],
    ['contact', true],
    // As at the footer, and in a section that the menu does not name.
    [null, true],
  ] as const)('in the section %s, that it is beyond the hero is %s', (currentSection, beyond) => {
    render(<SiteHeader isHome currentSection={currentSection} />);
    expect(screen.getByRole('banner').hasAttribute('data-beyond-hero')).toBe(beyond);
  });
});

test('the header of other pages has the same links, the menu, and a way back, marked with `data-nav`', () => {
  render(<SiteHeader isHome={false} currentSection="blog" />);
  expect(['Про нас', 'Блог', 'Почати проєкт'].map(addressOf)).toEqual(['/#about', '/blog', '/#contact']);
  expect(screen.getByRole('button', { name: 'Відкрити меню' })).toBeInTheDocument();
  const back = screen.getByRole('link', { name: 'На головну' });
  expect(back).toHaveAttribute('href', '/');
  expect(back).toHaveAttribute('data-nav', 'back');
});
