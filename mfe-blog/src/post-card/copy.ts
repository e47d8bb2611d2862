export const COPY = {
  readMore: 'Читати далі',
  readMoreLabel: (title: string) => `Читати далі: ${title}`,
} as const;
