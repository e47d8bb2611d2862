/** Words for search engines and link previews by key (site copy, section 18). */
export const HEAD_TEXTS = {
  'meta.post.title': '{title} — Відлуння',
  'og.siteName': 'Відлуння',
  'og.home.title': 'Гукнемо так, що відгукнеться',
  'og.home.alt': 'Від коралової крапки розходяться дуги відлуння, поруч напис: Маркетинг, який відгукується',
  'jsonld.organization.name': 'Відлуння',
  'jsonld.organization.slogan': 'Маркетинг, який відгукується',
  'jsonld.organization.description':
    'Діджитал-агенція з Вінниці: SMM, контент-маркетинг, лідогенерація, аналітика, SEO та брендинг. Понад 50 фахівців, понад 200 проєктів.',
} as const;
