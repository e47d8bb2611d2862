import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SECTION_IDS } from '@vidlunnia/contracts';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import userEvent from '@testing-library/user-event';
import { SiteHeader } from './site-header';

/** Whether the style sheet shows the menu's button. */
let narrow = true;

/** The history entry of the page, below the menu's. */
const PAGE_ENTRY = { idx: 3, key: 'page' };

const untilMenuEntryIsGone = () =>
  waitFor(() => {
    expect(window.history.state ?? {}).not.toHaveProperty('menu');
  });

// jsdom has neither modal dialogs nor layout.
beforeEach(() => {
  narrow = true;
  window.history.replaceState(PAGE_ENTRY, '');
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  HTMLElement.prototype.checkVisibility = () => narrow;
});

afterEach(async () => {
  cleanup();
  await untilMenuEntryIsGone();
});

const resize = () => {
  act(() => {
    window.dispatchEvent(new Event('resize'));
  });
};

const openMenu = async () => {
  const user = userEvent.setup();
  render(<SiteHeader isHome currentSection="team" />);
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

  test('closes when the header is wide enough for every link', async () => {
    await openMenu();
    resize();
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    narrow = false;
    resize();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('closes by the browser’s Back, which leaves the visitor on the page', async () => {
    await openMenu();
    expect(window.history.state).toEqual({ idx: 4, key: 'page', menu: true });
    window.history.back();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(window.history.state).toEqual(PAGE_ENTRY);
  });

  test('that was opened before its code was loaded is taken over', () => {
    const place = document.body.appendChild(document.createElement('div'));
    place.innerHTML = renderToString(<SiteHeader isHome currentSection="team" />);
    place.querySelector('dialog')?.showModal();
    render(<SiteHeader isHome currentSection="team" />, { container: place, hydrate: true });
    expect(screen.getByRole('button', { name: 'Відкрити меню' })).toHaveAttribute('aria-expanded', 'true');
  });

  test('opens and closes without a script', () => {
    const html = renderToString(<SiteHeader isHome currentSection={null} />);
    const [, dialog = ''] = /<dialog id="([^"]+)"/.exec(html) ?? [];
    expect(html).toContain(`command="show-modal" commandfor="${dialog}"`);
    expect(html).toContain('method="dialog"');
  });
});
