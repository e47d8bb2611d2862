import { expect, test } from '@jest/globals';
import { OWNER } from '@vidlunnia/content';
import type { ModuleId } from '@vidlunnia/contracts';
import { zoneId } from '@vidlunnia/engine/modules';
import { render, screen } from '@testing-library/react';
import { Failed, Waiting } from './fallbacks';

const NO_POST = 'Стаття не завантажилася — Відлуння';

// Section, title of the document, whether the text is a heading, and whether it has contact details.
test.each<readonly [ModuleId, string | null, string, boolean, boolean]>([
  ['home/Hero', 'hero', '', true, false],
  ['home/Team', 'team', '', false, false],
  ['blog/Post', null, NO_POST, true, true],
  ['forms/ContactForm', null, '', false, true],
  ['forms/ApplicationForm', null, '', false, true],
])('a failed %s has section %s, title «%s», h1: %s, contacts: %s', (id, section, title, h1, contacts) => {
  document.title = '';
  const { container } = render(<Failed id={id} />);
  expect(container.querySelector('section')?.id ?? null).toBe(section);
  expect(container).not.toBeEmptyDOMElement();
  expect(document.title).toBe(title);
  expect(screen.queryAllByRole('heading', { level: 1 })).toHaveLength(h1 ? 1 : 0);
  const { phone, email } = OWNER.contact;
  const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.sort()).toEqual(contacts ? [`mailto:${email}`, `tel:${phone.replaceAll(' ', '')}`] : []);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a failed section can be retried in the browser, once at a time', () => {
  const { rerender } = render(<Failed id="home/Team" onRetry={() => undefined} />);
  expect(screen.getByRole('button')).toHaveTextContent('Спробувати ще раз');
  rerender(<Failed id="home/Team" onRetry={() => undefined} retrying />);
  expect(screen.getByRole('button')).toHaveTextContent('Пробуємо ще раз…');
  expect(screen.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
});

test('a loading post is announced at once (specification, section 2), another island is not', () => {
  const { container, rerender } = render(<Waiting id="blog/Post" />);
  expect(screen.getByRole('status')).toHaveTextContent('Завантажуємо статтю…');
  rerender(<Waiting id="home/Team" />);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(container.querySelector('#team')).not.toBeEmptyDOMElement();
});

test('a loading or failed zone takes no space', () => {
  const id = zoneId('outside', 'Openings');
  const { container } = render([<Waiting key="waiting" id={id} />, <Failed key="failed" id={id} />]);
  expect(container).toBeEmptyDOMElement();
});
