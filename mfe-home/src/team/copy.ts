export const COPY = {
  label: 'Команда',
  title: 'Хто відповість, коли гукнете',
} as const;
