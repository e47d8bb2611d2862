import { describe, expect, test } from '@jest/globals';
import { SECTION_IDS } from '@vidlunnia/contracts';
import { render, screen, within } from '@testing-library/react';
import { HomeHeader } from './home-header';
import { PostHeader } from './post-header';
import { SkipLink } from './skip-link';

describe('header of the home page', () => {
  test('links to every section in the order of the page', () => {
    render(<HomeHeader currentSection={null} />);
    const links = within(screen.getByRole('navigation', { name: 'Головна навігація' })).getAllByRole('link');
    const told = links.map((link) => [link.textContent, link.getAttribute('href')]);
    expect(told.map(([, href]) => href)).toEqual(SECTION_IDS.slice(1).map((id) => `#${id}`));
    const texts = [
      ['Про нас', '#about'],
      ['Послуги', '#services'],
      ['Чому ми', '#reasons'],
      ['Команда', '#team'],
      ['Вакансії', '#vacancies'],
      ['Блог', '#blog'],
      ['Контакти', '#contact'],
    ];
    expect(told).toEqual(expect.arrayContaining(texts));
  });

  test('marks the current section and no other', () => {
    render(<HomeHeader currentSection="services" />);
    expect(screen.getByRole('link', { name: 'Послуги' })).toHaveAttribute('aria-current', 'location');
    expect(screen.getByRole('link', { name: 'Блог' })).not.toHaveAttribute('aria-current');
  });

  test('begins with the brand, which leads home', () => {
    render(<HomeHeader currentSection={null} />);
    const [brand] = screen.getAllByRole('link');
    expect(brand).toHaveAccessibleName('Відлуння, на головну');
    expect(brand).toHaveAttribute('href', '/');
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

  test('leads «Почати проєкт» to the contact form', () => {
    render(<HomeHeader currentSection={null} />);
    expect(screen.getByRole('link', { name: 'Почати проєкт' })).toHaveAttribute('href', '#contact');
  });
});

test('the skip link leads past the header', () => {
  render(<SkipLink />);
  expect(screen.getByRole('link', { name: /^Перейти\sдо\sвмісту$/ })).toHaveAttribute('href', '#main');
});

describe('header of the other pages', () => {
  test('has a link back to the home page, marked for the return', () => {
    render(<PostHeader />);
    const back = screen.getByRole('link', { name: 'На головну' });
    expect(back).toHaveAttribute('href', '/');
    expect(back).toHaveAttribute('data-nav', 'back');
  });
});
