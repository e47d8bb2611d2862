import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { memo, StrictMode } from 'react';
import { useCellProps, usePropsCell, type PropsCell } from './props-cell';

interface Props {
  readonly text: string;
  readonly extra?: string;
}

const cells = new Set<PropsCell<Props>>();
const rendered = jest.fn<(text: string) => void>();

/** What stands inside a boundary: no update of its parent reaches it. */
const Inside = memo(function Inside({ cell }: { readonly cell: PropsCell<Props> }) {
  const { text, extra } = useCellProps(cell);
  rendered(text);
  return <p>{[text, extra].join(' ')}</p>;
});
function Outside(props: Props) {
  const cell = usePropsCell(props);
  cells.add(cell);
  return <Inside cell={cell} />;
}

const show = () => {
  cells.clear();
  rendered.mockClear();
  const { rerender, unmount } = render(<Outside text="перше" />);
  return { rerender, unmount };
};

test('new props arrive through the same cell', () => {
  const { rerender } = show();
  rerender(<Outside text="друге" />);
  expect(screen.getByText('друге')).toBeInTheDocument();
  expect(cells.size).toBe(1);
});

test('a prop that came or went counts as a change', () => {
  const { rerender } = show();
  rerender(<Outside text="перше" extra="ще" />);
  expect(screen.getByText('перше ще')).toBeInTheDocument();
  rerender(<Outside text="перше" />);
  expect(screen.getByText('перше')).toBeInTheDocument();
});

test('equal props in a new object change nothing', () => {
  const { rerender } = show();
  rerender(<Outside text="перше" />);
  expect(rendered).toHaveBeenCalledTimes(1);
});

test('what is gone is told no more', () => {
  const { unmount } = show();
  const [cell] = cells;
  unmount();
  cell?.write({ text: 'друге' });
  expect(rendered.mock.calls).toEqual([['перше']]);
});

test('strict mode, which renders twice, shows the latest props too', () => {
  const { rerender } = render(<Outside text="перше" />, { wrapper: StrictMode });
  rerender(<Outside text="друге" />);
  expect(screen.getByText('друге')).toBeInTheDocument();
});
