/** Texts of every select. */
export const COPY = {
  clear: 'Очистити вибір',
  empty: 'Немає з чого обрати',
  scrollUp: 'Прокрутити список угору',
  scrollDown: 'Прокрутити список униз',
  selected: (option: string) => `Обрано: ${option}`,
} as const;
