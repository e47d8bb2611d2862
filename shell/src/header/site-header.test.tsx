import { describe, expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { HomeHeader, PostHeader } from './headers';

describe('header of the home page', () => {
  test('marks the current section and no other', () => {
    render(<HomeHeader currentSection="services" />);
    expect(screen.getByRole('link', { name: 'Послуги' })).toHaveAttribute('aria-current', 'location');
    expect(screen.getByRole('link', { name: 'Блог' })).not.toHaveAttribute('aria-current');
  });

  test.each([
    [null, false],
    ['hero', false],
    ['about', true],
    ['contact', true],
  ] as const)('in the section %s, that it is beyond the hero is %s', (currentSection, beyond) => {
    render(<HomeHeader currentSection={currentSection} />);
    expect(screen.getByRole('banner').hasAttribute('data-beyond-hero')).toBe(beyond);
  });
});

describe('header of the other pages', () => {
  test('has a link back to the home page, marked with `data-nav`', () => {
    render(<PostHeader />);
    const back = screen.getByRole('link', { name: 'На головну' });
    expect(back).toHaveAttribute('href', '/');
    expect(back).toHaveAttribute('data-nav', 'back');
  });
});
