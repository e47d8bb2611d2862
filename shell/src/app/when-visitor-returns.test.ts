import { expect, jest, test } from '@jest/globals';
import { whenVisitorReturns } from './when-visitor-returns';

test('the listener is told at once, and of each return to a page that is seen', () => {
  const come = jest.fn();
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  whenVisitorReturns(come);
  expect(come).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  window.dispatchEvent(new Event('pageshow'));
  window.dispatchEvent(new Event('online'));
  expect(come).toHaveBeenCalledTimes(4);
  visibility.mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(come).toHaveBeenCalledTimes(4);
});
