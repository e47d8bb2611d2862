export const COPY = {
  label: 'Чому ми',
  title: 'Шість обіцянок, які легко перевірити',
} as const;
