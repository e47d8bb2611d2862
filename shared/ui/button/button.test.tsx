/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SubmitEvent } from 'react';
import { Button } from './button.tsx';

test('a button whose text a translator has replaced becomes busy', () => {
  const { rerender } = render(<Button>Send</Button>);
  const text = screen.getByText('Send');
  text.innerHTML = '<font>Надіслати</font>';
  rerender(<Button busy>Sending</Button>);
  expect(screen.getByRole('button', { name: 'Sending' }).childElementCount).toBe(2);
});

test('a button submits its form only with `type="submit"`; a busy one is announced, stays focusable, and ignores click and Enter', async () => {
  const submitted = jest.fn((event: SubmitEvent) => {
    event.preventDefault();
  });
  const clicked = jest.fn();
  const draw = (busy: boolean) => (
    <form onSubmit={submitted}>
      <input aria-label="Name" />
      <Button>Open</Button>
      <Button type="submit" busy={busy} onClick={clicked}>
        Send
      </Button>
    </form>
  );
  const { rerender } = render(draw(false));
  const button = screen.getByRole('button', { name: 'Send' });
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(submitted).not.toHaveBeenCalled();
  await userEvent.click(button);
  rerender(draw(true));
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toBeEnabled();
  await userEvent.click(button);
  expect(button).toHaveFocus();
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Оля{Enter}');
  expect([clicked, submitted].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
