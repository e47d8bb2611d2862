import { chatLinks, emailHref, phoneHref, type ContactDetails, type ModuleProps } from '@vidlunnia/contracts';
import { classNames, EchoLabel, laidOutLater, VisuallyHidden } from '@vidlunnia/ui';
import { PageSection, titleId } from '../page-section';
import styles from './contact.module.css';
import { COPY } from './copy';

/** A split panel: contact details on the left, the slot for the contact form on the right. */
export function Contact({ data, details, form }: ModuleProps<'home/Contact'>) {
  return (
    <PageSection id="contact" className={styles.contact} isLater={false}>
      <div className={classNames(styles.panel, laidOutLater)}>
        <EchoLabel>{COPY.label}</EchoLabel>
        <h2 id={titleId('contact')} className={styles.title}>
          {COPY.title}
        </h2>
        {data && <p className={styles.lead}>{data.lead}</p>}
        <Details {...details} />
        <WorkingHours {...details} />
        <Rings />
      </div>
      <div className={classNames(styles.form, laidOutLater)}>{form}</div>
    </PageSection>
  );
}

/** Radii and line widths. */
const RINGS: readonly (readonly [number, number])[] = [
  [144, 16],
  [264, 13],
  [334, 11],
  [412, 9],
  [500, 7],
  [598, 5.5],
  [706, 4],
  [790, 2.5],
];

/** Inline, because an image in CSS would be a separate document with its own style and layout. */
const Rings = () => (
  <svg className={styles.rings} viewBox="-800 -800 1600 1600" aria-hidden="true">
    <circle r="6.5" strokeWidth="13" />
    {RINGS.map(([radius, width]) => (
      <circle key={radius} r={radius} strokeWidth={width} />
    ))}
  </svg>
);

function Details({ phone, chats, email, address, map }: ContactDetails) {
  const links = chatLinks(chats);
  return (
    <>
      <VisuallyHidden as="h3">{COPY.detailsTitle}</VisuallyHidden>
      <address className={styles.details}>
        <p>
          <VisuallyHidden>{COPY.phone}</VisuallyHidden>{' '}
          <a className={styles.phone} href={phoneHref(phone)}>
            {phone}
          </a>
        </p>
        {links.length > 0 && (
          <p className={styles.chats}>
            <VisuallyHidden>{COPY.chats}</VisuallyHidden>{' '}
            {links.map(({ name, href }) => (
              <a key={name} href={href}>
                {name}
              </a>
            ))}
          </p>
        )}
        <p>
          <VisuallyHidden>{COPY.email}</VisuallyHidden>{' '}
          <a className={styles.email} href={emailHref(email)}>
            {email}
          </a>
        </p>
        <p>
          <VisuallyHidden>{COPY.address}</VisuallyHidden>{' '}
          {map === undefined ? address : <a href={map}>{address}</a>}
        </p>
      </address>
    </>
  );
}

function WorkingHours({ hours }: ContactDetails) {
  return (
    <div className={styles.hours}>
      <h3 className={styles.hoursTitle}>{COPY.hours}</h3>
      <dl className={styles.list}>
        {hours.map(({ days, time }) => (
          <div key={days} className={styles.row}>
            <dt>{days}</dt>
            <dd className={styles.time}>{time}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
