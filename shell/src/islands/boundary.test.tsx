import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { PartBoundary } from './boundary';

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const Crash = (): never => {
  throw new Error('crashed');
};

test('a part that crashes takes nothing else with it', () => {
  render(
    <>
      <PartBoundary>
        <header>
          <Crash />
        </header>
      </PartBoundary>
      <main>Луна</main>
    </>,
  );
  expect(screen.getByRole('main')).toHaveTextContent('Луна');
  expect(screen.queryByRole('banner')).toBeNull();
});
