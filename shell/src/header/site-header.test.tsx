/** @jest-environment @vidlunnia/engine/testing/browser-environment */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import userEvent from '@testing-library/user-event';
import { SiteHeader, useCurrentSection } from './site-header';

const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test.each([
  ['hero', undefined, false],
  ['services', 'Послуги', true],
  // At the footer.
  [null, undefined, true],
] as const)('in the section %s, the link «%s» is marked; beyond the hero: %s', (section, text, beyond) => {
  render(<SiteHeader isHome currentSection={section} />);
  const current = screen.getAllByRole('link').find((link) => link.ariaCurrent === 'location');
  expect(current?.textContent).toBe(text);
  expect(screen.getByRole('banner').hasAttribute('data-beyond-hero')).toBe(beyond);
  expect(['Послуги', 'Блог', 'Почати проєкт'].map(addressOf)).toEqual(['#services', '#blog', '#contact']);
  expect(screen.queryByRole('link', { name: 'На головну' })).not.toBeInTheDocument();
});

test('the header of other pages has the same links, and a link back, marked with `data-nav`', () => {
  render(<SiteHeader isHome={false} currentSection="blog" />);
  expect(['Про нас', 'Блог', 'Почати проєкт'].map(addressOf)).toEqual(['/#about', '/blog', '/#contact']);
  const back = screen.getByRole('link', { name: 'На головну' });
  expect(back).toHaveAttribute('href', '/');
  expect(back).toHaveAttribute('data-nav', 'back');
});

/** Whether the style sheet shows the menu's button. */
let narrow = true;

/** The history entry of the page, before the menu's. */
const PAGE_ENTRY = { idx: 3, key: 'page' };

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
  await waitFor(() => {
    expect(window.history.state ?? {}).not.toHaveProperty('menu');
  });
});

const openMenu = async () => {
  render(<SiteHeader isHome currentSection="team" />);
  const button = screen.getByRole('button', { name: 'Відкрити меню' });
  await userEvent.click(button);
  return { button, inMenu: within(screen.getByRole('dialog', { name: 'Меню' })) };
};

// Keyboard, focus and scrolling: e2e/tests/journeys/menu.spec.ts.
test.each(['Блог', 'Почати проєкт', 'Відлуння, на головну'])('«%s» closes the menu', async (name) => {
  const { button, inMenu } = await openMenu();
  await userEvent.click(inMenu.getByRole('link', { name }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('the menu closes when the header is wide enough for every link', async () => {
  await openMenu();
  for (narrow of [true, false]) {
    act(() => void window.dispatchEvent(new Event('resize')));
    expect(screen.queryAllByRole('dialog')).toHaveLength(narrow ? 1 : 0);
  }
});

test('the menu closes on the browser’s Back, and the page stays', async () => {
  await openMenu();
  expect(window.history.state).toEqual({ idx: 4, key: 'page', menu: true });
  window.history.back();
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  expect(window.history.state).toEqual(PAGE_ENTRY);
});

test('the menu opens and closes without a script, and is taken over when its code is loaded', () => {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(<SiteHeader isHome currentSection="team" />);
  const dialog = place.querySelector('dialog');
  expect(screen.getByRole('button', { name: 'Відкрити меню' }).outerHTML).toContain(
    `command="show-modal" commandfor="${String(dialog?.id)}"`,
  );
  expect(dialog?.querySelector('form')?.method).toBe('dialog');
  dialog?.showModal();
  render(<SiteHeader isHome currentSection="team" />, { container: place, hydrate: true });
  expect(screen.getByRole('button', { name: 'Відкрити меню' })).toHaveAttribute('aria-expanded', 'true');
});

/** The browser's observer, with crossings controlled by the test. */
class Line {
  static report: (entries: object[]) => void;
  static readonly watched = new Set<Element>();
  constructor(report: typeof Line.report) {
    Line.report = report;
  }
  observe = (element: Element) => Line.watched.add(element);
  disconnect = () => {
    Line.watched.clear();
  };
}
Object.assign(window, { IntersectionObserver: Line });

const Current = () => <output>{useCurrentSection() ?? 'none'}</output>;
const expectCurrent = (id: string) => {
  expect(screen.getByRole('status')).toHaveTextContent(id);
};
const cross = (id: string, isIntersecting: boolean) => {
  const target = document.getElementById(id);
  expect(Line.watched).toContain(target);
  act(() => {
    Line.report([{ target, isIntersecting }]);
  });
};

// The mark of its link: e2e/tests/journeys/section-links.spec.ts.
test('the current section is the last on the line; added sections are observed, removed ones forgotten', async () => {
  render(<Current />);
  expectCurrent('none');
  await act(async () => {
    document.body.insertAdjacentHTML('beforeend', '<main><p id="about"></p><p id="team"></p></main>');
    await Promise.resolve();
  });
  for (const id of ['about', 'team']) {
    cross(id, true);
    expectCurrent(id);
  }
  cross('team', false);
  expectCurrent('about');
  await act(async () => {
    screen.getByRole('main').remove();
    await Promise.resolve();
  });
  expectCurrent('none');
});
