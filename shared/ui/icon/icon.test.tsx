import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Icon } from './icon.tsx';

test('an icon is hidden from screen readers and not focusable', () => {
  const markup = renderToStaticMarkup(<Icon name="check" />);
  expect(markup).toContain('aria-hidden="true"');
  expect(markup).toContain('focusable="false"');
  expect(markup).toContain('<path d="m5 12.5 4.5 4.5L19 7.5"');
});
