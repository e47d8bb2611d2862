import { beforeEach, describe, expect, test } from '@jest/globals';
import { OWNER } from '@vidlunnia/content';
import type { ModuleId } from '@vidlunnia/contracts';
import { render, screen } from '@testing-library/react';
import { zoneId } from '../pages/pages';
import { Failed, PageHeadTags, Waiting } from './fallbacks';

// island.test.tsx tests the button and the retry.

test.each<readonly [ModuleId, string]>([
  ['home/Hero', ''],
  ['blog/Post', 'Стаття не завантажилася — Відлуння'],
])('a failed %s leaves its page a heading, and the title «%s»', (id, title) => {
  document.title = '';
  render(<Failed id={id} />);
  expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
  expect(document.title).toBe(title);
});

test.each<ModuleId>(['forms/ContactForm', 'forms/ApplicationForm', 'blog/Post'])(
  'a failed %s shows telephone and e-mail as links',
  (id) => {
    render(<Failed id={id} />);
    const { phone, email } = OWNER.contact;
    const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect([addressOf(phone), addressOf(email)]).toEqual([
      `tel:${phone.replaceAll(' ', '')}`,
      `mailto:${email}`,
    ]);
  },
);

test('a loading post is announced at once (specification, section 2), another island is not', () => {
  const { rerender } = render(<Waiting id="blog/Post" />);
  expect(screen.getByRole('status')).toHaveTextContent('Завантажуємо статтю…');
  rerender(<Waiting id="home/Team" />);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test.each<readonly [ModuleId, string | null]>([
  ['home/Team', 'team'],
  ['forms/ContactForm', null],
])('the placeholder of %s has the section’s id: %s', (id, section) => {
  for (const place of [<Waiting id={id} />, <Failed id={id} />]) {
    const { container } = render(place);
    expect(container.querySelector('section')?.id ?? null).toBe(section);
    expect(container).not.toBeEmptyDOMElement();
  }
});

test('a loading or failed zone takes no space', () => {
  const id = zoneId('outside', 'Openings');
  const { container } = render([<Waiting key="waiting" id={id} />, <Failed key="failed" id={id} />]);
  expect(container).toBeEmptyDOMElement();
});

describe('the head of a page', () => {
  beforeEach(() => {
    document.head.innerHTML = '<title>Перша</title><meta name="description" content="Перша">';
  });
  const description = () => document.querySelector('meta[name=description]')?.getAttribute('content');

  test('has its title and description', () => {
    const { rerender } = render(<PageHeadTags head={{ title: 'Луна', description: 'Гукає' }} />);
    expect([document.title, description()]).toEqual(['Луна', 'Гукає']);
    rerender(<PageHeadTags head={{ title: 'Далі', description: 'Відгукується' }} />);
    expect([document.title, description()]).toEqual(['Далі', 'Відгукується']);
  });

  test('removes the previous page’s description if it has none', () => {
    render(<PageHeadTags head={{ title: 'Луна' }} />);
    expect(description()).toBe('');
  });

  test('has its canonical address, on the site that the document names', () => {
    document.head.innerHTML = '<link rel="canonical" href="https://vidlunnia.example/">';
    window.history.replaceState(null, '', '/blog/1?utm_source=mail#top');
    render(<PageHeadTags head={{ title: 'Луна' }} />);
    expect(document.querySelector('link')).toHaveAttribute('href', 'https://vidlunnia.example/blog/1');
  });
});
