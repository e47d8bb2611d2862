import type { Owner } from '@vidlunnia/content';
import {
  chatLinks,
  emailHref,
  phoneHref,
  PRIVACY_PATH,
  SECTIONS,
  serviceId,
  SERVICE_NAMES,
  type ContactDetails,
} from '@vidlunnia/contracts';
import { Icon, Wrap } from '@vidlunnia/ui';
import { BrandLink, sectionAddress } from '../header/site-header';
import { TEXTS, owner } from '../texts/texts';
import echo from './echoing-name.module.css';
import styles from './footer.module.css';

/** Services that the contact form does not list; their cards' ids are their titles. */
const OTHER_SERVICES = [TEXTS['footer.services.seo'], TEXTS['footer.services.brand']];
/** Sections about the company. */
const COMPANY = new Set(['about', 'reasons', 'team', 'vacancies', 'blog']);

const serviceLink = (text: string, name: string) => ({ text, href: `/#${serviceId(name)}` });

/** Columns of links. Links to the home page include its path, because the footer is on every page. */
const FOOTER_LINKS = [
  {
    title: TEXTS['footer.services.title'],
    links: [
      ...Object.entries(SERVICE_NAMES).map(([type, text]) => serviceLink(text, type)),
      ...OTHER_SERVICES.map((text) => serviceLink(text, text)),
    ],
  },
  {
    title: TEXTS['footer.company.title'],
    links: SECTIONS.filter(({ element }) => COMPANY.has(element)).map(({ element, menu }) => ({
      text: menu,
      href: sectionAddress(element, false),
    })),
  },
];

/** Footer of every page. `year` ends the copyright line; a prop, because server and browser clocks may differ. */
export function SiteFooter({ year }: { readonly year: number }) {
  const { contact, legalLine, social } = owner();
  return (
    <footer className={styles.footer}>
      <Wrap className={styles.columns}>
        <div className={styles.lead}>
          <BrandLink />
          <p>{TEXTS['footer.line']}</p>
          <SocialButtons links={social} />
        </div>
        <nav className={styles.nav} aria-label={TEXTS['a11y.nav.footer']}>
          {FOOTER_LINKS.map(({ title, links }) => (
            <div key={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(({ text, href }) => (
                  <li key={text}>
                    <a href={href}>{text}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <Contacts {...contact} />
      </Wrap>
      <Wrap className={styles.legal}>
        <p className={styles.closing}>{TEXTS['footer.closing']}</p>
        {legalLine && <p>{legalLine}</p>}
        <p>
          <a href={PRIVACY_PATH}>{TEXTS['footer.privacy']}</a>
        </p>
        <p>{TEXTS['footer.copyright'].replace('{year}', String(year))}</p>
      </Wrap>
      {/* The name, echoed three times: a drawing, whose letters are in the style sheet. */}
      <div className={echo.echo} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
    </footer>
  );
}

const NETWORKS = ['telegram', 'instagram', 'facebook', 'linkedin'] as const;

/** The specification (section 2) leaves these buttons without targets; the owner's file has their addresses. */
export function SocialButtons({ links }: { readonly links: Owner['social'] }) {
  const shown = NETWORKS.filter((network) => links[network] !== '');
  if (shown.length === 0) return null;
  return (
    <ul className={styles.social} aria-label={TEXTS['footer.social.title']}>
      {shown.map((network) => (
        <li key={network}>
          <a href={links[network]} rel="me" aria-label={TEXTS[`footer.social.${network}`]}>
            <Icon name={network} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Contacts({ phone, chats, email, address, map, hours }: ContactDetails) {
  const [opening] = hours;
  const links = chatLinks(chats);
  return (
    <div className={styles.contacts}>
      <h2>{TEXTS['footer.contacts.title']}</h2>
      <ul>
        <li>
          <a className={styles.phone} href={phoneHref(phone)}>
            {phone}
          </a>
        </li>
        {links.length > 0 && (
          <li className={styles.chats}>
            {links.map(({ name, href }) => (
              <a key={name} href={href}>
                {name}
              </a>
            ))}
          </li>
        )}
        <li>
          <a href={emailHref(email)}>{email}</a>
        </li>
        <li>{map === undefined ? address : <a href={map}>{address}</a>}</li>
        {opening && (
          <li>
            {opening.days}&nbsp;{opening.time}
          </li>
        )}
      </ul>
    </div>
  );
}
