/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { SectionHead } from './section-head.tsx';

test('a section is named by the title of its head', () => {
  render(
    <section aria-labelledby="team-title">
      <SectionHead echo={4} label="Команда" title="Хто відповість" titleId="team-title" lead="Троє." />
    </section>,
  );
  const section = screen.getByRole('region', { name: 'Хто відповість' });
  expect(section).toContainElement(screen.getByRole('heading', { level: 2, name: 'Хто відповість' }));
  expect(section).toHaveTextContent('Команда');
  expect(section).toHaveTextContent('Троє.');
});
