/** Words of the news feed by key (site copy, section 18). */
export const FEED_TEXTS = {
  'rss.title': 'Блог «Відлуння»',
  'rss.description': 'Навчальні кейси з розрахунками, інструкції та помилки діджитал-агенції з Вінниці.',
} as const;
