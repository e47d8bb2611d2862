/** @jest-environment ./testing/browser-environment.ts */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import userEvent from '@testing-library/user-event';
import { SiteHeader, useCurrentSection } from './site-header';

const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('header of the home page', () => {
  test('marks only the current section, and has no link back', () => {
    render(<SiteHeader isHome currentSection="services" />);
    expect(screen.getByRole('link', { name: 'Послуги' })).toHaveAttribute('aria-current', 'location');
    expect(screen.getByRole('link', { name: 'Блог' })).not.toHaveAttribute('aria-current');
    expect([addressOf('Послуги'), addressOf('Почати проєкт')]).toEqual(['#services', '#contact']);
    expect(screen.queryByRole('link', { name: 'На головну' })).not.toBeInTheDocument();
  });

  test.each([
    ['hero', false],
    ['about', true],
    ['contact', true],
    // At the footer, and in a section without a link in the menu.
    [null, true],
  ] as const)('in the section %s, the mark «beyond the hero» is %s', (currentSection, beyond) => {
    render(<SiteHeader isHome currentSection={currentSection} />);
    expect(screen.getByRole('banner').hasAttribute('data-beyond-hero')).toBe(beyond);
  });
});

test('the header of other pages has the same links, the menu, and a link back, marked with `data-nav`', () => {
  render(<SiteHeader isHome={false} currentSection="blog" />);
  expect(['Про нас', 'Блог', 'Почати проєкт'].map(addressOf)).toEqual(['/#about', '/blog', '/#contact']);
  expect(screen.getByRole('button', { name: 'Відкрити меню' })).toBeInTheDocument();
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
  const user = userEvent.setup();
  render(<SiteHeader isHome currentSection="team" />);
  const button = screen.getByRole('button', { name: 'Відкрити меню' });
  await user.click(button);
  return { user, button, inMenu: within(screen.getByRole('dialog', { name: 'Меню' })) };
};

// Keyboard, focus and scrolling: e2e/tests/journeys/menu.spec.ts.
describe('the menu', () => {
  test.each(['Блог', 'Почати проєкт', 'Відлуння, на головну'])('closes when «%s» is chosen', async (name) => {
    const { user, button, inMenu } = await openMenu();
    await user.click(inMenu.getByRole('link', { name }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  test('closes when the header is wide enough for every link', async () => {
    await openMenu();
    for (narrow of [true, false]) {
      act(() => void window.dispatchEvent(new Event('resize')));
      expect(screen.queryAllByRole('dialog')).toHaveLength(narrow ? 1 : 0);
    }
  });

  test('closes on the browser’s Back, and the page stays', async () => {
    await openMenu();
    expect(window.history.state).toEqual({ idx: 4, key: 'page', menu: true });
    window.history.back();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(window.history.state).toEqual(PAGE_ENTRY);
  });

  test('is taken over if it was opened before its code was loaded', () => {
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

/** The browser's observer, with crossings controlled by the test. */
class Line {
  static current: Line | null = null;
  readonly watched = new Set<Element>();
  constructor(readonly callback: (entries: object[]) => void) {
    Line.current = this;
  }
  observe(element: Element) {
    this.watched.add(element);
  }
  unobserve(element: Element) {
    this.watched.delete(element);
  }
  disconnect() {
    this.watched.clear();
  }
}

const cross = (id: string, isIntersecting: boolean) => {
  const target = [...(Line.current?.watched ?? [])].find((element) => element.id === id);
  if (!target) throw new Error(`«${id}» is not watched`);
  act(() => Line.current?.callback([{ target, isIntersecting }]));
};

Object.assign(window, { IntersectionObserver: Line });

const Page = ({ sections }: { readonly sections: readonly string[] }) => (
  <>
    <Current />
    {sections.map((id) => (
      <section key={id} id={id} />
    ))}
  </>
);
const Current = () => <output>{useCurrentSection() ?? 'none'}</output>;

const expectCurrent = (id: string) => {
  expect(screen.getByRole('status')).toHaveTextContent(id);
};

// The mark of its link: e2e/tests/journeys/section-links.spec.ts.
test('the current section is the last on the line; added sections are observed, removed ones forgotten', async () => {
  const { rerender } = render(<Page sections={[]} />);
  expectCurrent('none');
  rerender(<Page sections={['about', 'team']} />);
  await act(async () => Promise.resolve());
  for (const id of ['about', 'team']) {
    cross(id, true);
    expectCurrent(id);
  }
  cross('team', false);
  expectCurrent('about');
  rerender(<Page sections={[]} />);
  await act(async () => Promise.resolve());
  expectCurrent('none');
});
