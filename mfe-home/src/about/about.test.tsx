import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { GOLDEN_HOME } from '@vidlunnia/contracts/golden';
import { About } from './about';

test('the section describes the agency with two figures (specification, section 9), and shows the source of a third if known', () => {
  const { container, rerender } = render(<About data={GOLDEN_HOME.about} />);
  const paragraphs = () => [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
  const { story, support } = GOLDEN_HOME.about;
  expect(paragraphs()).toEqual(['Про нас', '50+ фахівців', ...story, '24/7 підтримка', support]);
  const source = 'Анкета 2026 року, 50 відповідей.';
  rerender(<About data={GOLDEN_HOME.about} satisfactionSource={source} />);
  expect(paragraphs()).toContain(source);
});
