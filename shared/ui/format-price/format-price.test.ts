import { expect, test } from '@jest/globals';
import { formatPrice } from './format-price.ts';

test.each([
  [950, '950'],
  [9500, '9\u00A0500'],
  [1250000, '1\u00A0250\u00A0000'],
  [199.5, '199,5'],
])('%d reads «%s»', (price, text) => {
  expect(formatPrice(price)).toBe(text);
});
