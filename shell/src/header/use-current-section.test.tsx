import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useCurrentSection } from './use-current-section';

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

const Page = ({ sections }: { readonly sections: readonly string[] }) => (
  <>
    <Current />
    {sections.map((id) => (
      <section key={id} id={id} />
    ))}
  </>
);
const Current = () => <output>{useCurrentSection() ?? 'none'}</output>;

beforeEach(() => {
  Object.assign(window, { IntersectionObserver: Line });
});
afterEach(() => {
  Reflect.deleteProperty(window, 'IntersectionObserver');
});

describe('current section', () => {
  test('follows the section that crosses the reading line', () => {
    render(<Page sections={['about', 'services']} />);
    expect(screen.getByRole('status')).toHaveTextContent('hero');
    cross('about', true);
    expect(screen.getByRole('status')).toHaveTextContent('about');
    cross('services', true);
    expect(screen.getByRole('status')).toHaveTextContent('services');
    cross('services', false);
    cross('about', false);
    expect(screen.getByRole('status')).toHaveTextContent('none');
  });

  test('watches sections that appear later', async () => {
    const { rerender } = render(<Page sections={[]} />);
    rerender(<Page sections={['team']} />);
    await act(async () => Promise.resolve());
    cross('team', true);
    expect(screen.getByRole('status')).toHaveTextContent('team');
  });

  test('is none on a page without sections', () => {
    render(<Page sections={[]} />);
    expect(screen.getByRole('status')).toHaveTextContent('none');
  });

  test('forgets a section that was removed', async () => {
    const { rerender } = render(<Page sections={['team']} />);
    cross('team', true);
    rerender(<Page sections={[]} />);
    await act(async () => Promise.resolve());
    expect(screen.getByRole('status')).toHaveTextContent('none');
  });
});
