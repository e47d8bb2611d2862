/** @jest-environment jsdom */
import { describe, expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SubmitEvent } from 'react';
import { Button, ButtonLink } from './button.tsx';

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

describe('a button', () => {
  test('calls its handler and submits its form', async () => {
    const { submitted, clicked } = formWith(false);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(clicked).toHaveBeenCalledTimes(1);
    expect(submitted).toHaveBeenCalledTimes(1);
  });

  test('submits nothing without `type="submit"`', () => {
    render(<Button>Open</Button>);
    expect(screen.getByRole('button', { name: 'Open' })).toHaveAttribute('type', 'button');
  });
});

describe('a busy button', () => {
  test('says so, and stays focusable', async () => {
    formWith(true);
    const button = screen.getByRole('button', { name: 'Send' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toBeEnabled();
    await userEvent.click(button);
    expect(button).toHaveFocus();
  });

  test('does nothing when it is clicked', async () => {
    const { submitted, clicked } = formWith(true);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(clicked).not.toHaveBeenCalled();
    expect(submitted).not.toHaveBeenCalled();
  });

  test('submits nothing by Enter in a field', async () => {
    const { submitted } = formWith(true);
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Оля{Enter}');
    expect(submitted).not.toHaveBeenCalled();
  });
});

test('a button link is a link', () => {
  render(<ButtonLink href="#contact">Start</ButtonLink>);
  expect(screen.getByRole('link', { name: 'Start' })).toHaveAttribute('href', '#contact');
});
