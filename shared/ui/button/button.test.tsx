/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SubmitEvent } from 'react';
import { Button } from './button.tsx';

const formWith = (busy: boolean) => {
  const submitted = jest.fn((event: SubmitEvent) => {
    event.preventDefault();
  });
  const clicked = jest.fn();
  render(
    <form onSubmit={submitted}>
      <input aria-label="Name" />
      <Button type="submit" busy={busy} onClick={clicked}>
        Send
      </Button>
    </form>,
  );
  return { submitted, clicked };
};

test('a button calls its handler, and submits its form only with `type="submit"`', async () => {
  const { submitted, clicked } = formWith(false);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect([clicked, submitted].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  render(<Button>Open</Button>);
  expect(screen.getByRole('button', { name: 'Open' })).toHaveAttribute('type', 'button');
});

test('a busy button is announced, stays focusable, and ignores click and Enter', async () => {
  const { submitted, clicked } = formWith(true);
  const button = screen.getByRole('button', { name: 'Send' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toBeEnabled();
  await userEvent.click(button);
  expect(button).toHaveFocus();
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Оля{Enter}');
  expect([clicked, submitted].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});
