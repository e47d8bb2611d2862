/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { ArrowLink } from './arrow-link.tsx';

test.each(['forward', 'back'] as const)(
  'the arrow of a link that leads %s adds nothing to its name',
  (direction) => {
    render(
      <ArrowLink href="/blog/one" direction={direction} data-nav="back">
        Читати далі
      </ArrowLink>,
    );
    const link = screen.getByRole('link', { name: 'Читати далі' });
    expect(link).toHaveAttribute('href', '/blog/one');
    expect(link).toHaveAttribute('data-nav', 'back');
  },
);
