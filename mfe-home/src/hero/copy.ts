export const COPY = {
  place: 'Діджитал-агенція у Вінниці',
  /** The headline, one item per line. */
  title: ['Гукнемо', 'так, що', 'відгукнеться'],
  start: 'Почати проєкт',
  cases: 'Розбори кейсів',
  statisticsTitle: '«Відлуння» в числах',
  statistics: [
    { value: '200+', label: 'проєктів' },
    { value: '98 %', label: 'задоволених клієнтів' },
    { value: '5+', label: 'років' },
  ],
} as const;
