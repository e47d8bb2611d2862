import { afterEach, beforeEach, expect, test } from '@jest/globals';
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

const expectCurrent = (id: string) => {
  expect(screen.getByRole('status')).toHaveTextContent(id);
};

test('the current section is the last that crosses the reading line, or none', () => {
  render(<Page sections={['about', 'services']} />);
  expectCurrent('hero');
  cross('about', true);
  expectCurrent('about');
  cross('services', true);
  expectCurrent('services');
  cross('services', false);
  cross('about', false);
  expectCurrent('none');
});

test('sections that appear later are watched, and those that were removed forgotten; without any there is none', async () => {
  const { rerender } = render(<Page sections={[]} />);
  expectCurrent('none');
  rerender(<Page sections={['team']} />);
  await act(async () => Promise.resolve());
  cross('team', true);
  expectCurrent('team');
  rerender(<Page sections={[]} />);
  await act(async () => Promise.resolve());
  expectCurrent('none');
});
