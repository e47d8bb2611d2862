const format = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Kyiv', year: 'numeric' });

/** The year in Kyiv, whatever the machine's zone. */
export const currentYear = (now = new Date()): number => Number(format.format(now));
