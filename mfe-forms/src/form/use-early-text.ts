import { useLayoutEffect, useRef, useState } from 'react';

const findArea = (id: string) => {
  if (typeof document === 'undefined') return null;
  const element = document.getElementById(id);
  return element instanceof HTMLTextAreaElement ? element : null;
};

/**
 * Keeps what a visitor made of a text area before it was live: as React hydrates one, it puts the text back with which
 * the server sent it (`initTextarea` in React DOM 19; a field of one line is left alone).
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
