/** The people are in `content/team.json`. */
export const COPY = {
  label: 'Команда',
  title: 'Хто відповість, коли гукнете',
  lead: 'П’ятдесят портретів сюди не влізли. Знайомтеся з тими, кого побачите на першій зустрічі.',
} as const;
