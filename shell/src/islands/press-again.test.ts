import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pressAgain } from './press-again';

const seen = jest.fn<(prevented: boolean) => void>();
const tell = (event: Event) => {
  seen(event.defaultPrevented);
  event.preventDefault();
};
beforeEach(() => {
  seen.mockReset();
  document.body.innerHTML = '<form><a href="/blog/1">Читати</a><button>Надіслати</button></form>';
  document.addEventListener('click', tell);
});
afterEach(() => {
  document.removeEventListener('click', tell);
});

test.each(['a', 'button'])('a click on %s is seen, and neither followed nor sent', (selector) => {
  const submit = jest.fn();
  document.addEventListener('submit', submit, { once: true });
  const control = document.querySelector<HTMLElement>(selector);
  if (control) pressAgain(control);
  expect(seen.mock.calls).toEqual([[true]]);
  expect(submit).not.toHaveBeenCalled();
});

test('the visitor’s own clicks are left alone', () => {
  const link = document.querySelector('a');
  if (link) pressAgain(link);
  link?.click();
  expect(seen.mock.calls).toEqual([[true], [false]]);
});
