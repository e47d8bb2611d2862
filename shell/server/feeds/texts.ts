/** Words of the news feed by key (site copy, section 18). */
export const FEED_TEXTS = {
  'rss.title': 'Блог «Відлуння»',
  'rss.description': 'Кейси з розрахунками, інструкції та помилки діджитал-агенції з Вінниці.',
} as const;
