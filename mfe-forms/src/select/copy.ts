/** Words of every select; `{option}` stands for an option’s label. */
export const selectCopy = {
  clear: 'Очистити вибір',
  scrollUp: 'Прокрутити список угору',
  scrollDown: 'Прокрутити список униз',
  selected: 'Обрано: {option}',
} as const;
