import { useLayoutEffect, useRef, useState } from 'react';

const findArea = (id: string) => {
  if (typeof document === 'undefined') return null;
  const element = document.getElementById(id);
  return element instanceof HTMLTextAreaElement ? element : null;
};

/**
 * Keeps what a visitor typed into a text area before hydration, in which React restores the server's text
 * (`initTextarea` in React DOM 19; a field of one line is left alone).
 */
export function useEarlyText(id: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [early] = useState(() => {
    const element = findArea(id);
    return element && { text: element.value, start: element.selectionStart, end: element.selectionEnd };
  });
  useLayoutEffect(() => {
    const element = area.current;
    if (!early || !element || element.value === early.text) return;
    element.value = early.text;
    element.setSelectionRange(early.start, early.end);
  }, [early]);
  return area;
}
