import { beforeEach, describe, expect, test } from '@jest/globals';
import { SECTION_IDS } from '@vidlunnia/contracts';
import { act, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import userEvent from '@testing-library/user-event';
import { HomeHeader } from './headers';

let narrow = true;
const widen = new EventTarget();

// jsdom has neither modal dialogs nor media queries.
beforeEach(() => {
  narrow = true;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  Object.assign(window, { matchMedia: () => Object.assign(widen, { matches: !narrow }) });
});

const openMenu = async () => {
  const user = userEvent.setup();
  render(<HomeHeader currentSection="team" />);
  const button = screen.getByRole('button', { name: 'Відкрити меню' });
  await user.click(button);
  const menu = screen.getByRole('dialog', { name: 'Меню' });
  return { user, button, menu, inMenu: within(menu) };
};

describe('menu', () => {
  test('starts with the focus on its first section link', async () => {
    const { inMenu } = await openMenu();
    const [first] = within(inMenu.getByRole('navigation')).getAllByRole('link');
    expect(first).toHaveAttribute('href', `#${SECTION_IDS[1]}`);
    expect(first).toHaveFocus();
  });

  test.each(['Блог', 'Почати проєкт', 'Відлуння, на головну'])('closes when «%s» is chosen', async (name) => {
    const { user, button, inMenu } = await openMenu();
    await user.click(inMenu.getByRole('link', { name }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  test('closes when the window grows wide enough for every link', async () => {
    await openMenu();
    narrow = false;
    act(() => {
      Object.assign(widen, { matches: true }).dispatchEvent(new Event('change'));
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('that was opened before its code was loaded is taken over', () => {
    const place = document.body.appendChild(document.createElement('div'));
    place.innerHTML = renderToString(<HomeHeader currentSection="team" />);
    place.querySelector('dialog')?.showModal();
    render(<HomeHeader currentSection="team" />, { container: place, hydrate: true });
    expect(screen.getByRole('button', { name: 'Відкрити меню' })).toHaveAttribute('aria-expanded', 'true');
  });

  test('opens and closes without a script', () => {
    const html = renderToString(<HomeHeader currentSection={null} />);
    const [, dialog = ''] = /<dialog id="([^"]+)"/.exec(html) ?? [];
    expect(html).toContain(`command="show-modal" commandfor="${dialog}"`);
    expect(html).toContain('method="dialog"');
  });
});
