import { TEXTS } from '../site';

/** Columns of links to the home page; the footer is on every page, so the links name it. */
export const FOOTER_LINKS = [
  {
    title: TEXTS['footer.services.title'],
    links: [
      { text: TEXTS['footer.services.smm'], href: '/#services' },
      { text: TEXTS['footer.services.content'], href: '/#services' },
      { text: TEXTS['footer.services.leads'], href: '/#services' },
      { text: TEXTS['footer.services.analytics'], href: '/#services' },
      { text: TEXTS['footer.services.seo'], href: '/#services' },
      { text: TEXTS['footer.services.brand'], href: '/#services' },
    ],
  },
  {
    title: TEXTS['footer.company.title'],
    links: [
      { text: TEXTS['footer.company.about'], href: '/#about' },
      { text: TEXTS['footer.company.reasons'], href: '/#reasons' },
      { text: TEXTS['footer.company.team'], href: '/#team' },
      { text: TEXTS['footer.company.vacancies'], href: '/#vacancies' },
      { text: TEXTS['footer.company.blog'], href: '/#blog' },
    ],
  },
] as const;
