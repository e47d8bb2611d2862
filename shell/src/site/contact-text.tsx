import styles from './contact-text.module.css';
import { owner } from './owner';

/** `+380 43 000 00 00` → `tel:+380430000000`. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;

export const emailHref = (email: string): string => `mailto:${email}`;

interface ContactTextProps {
  /** A text in which `{phone}` and `{email}` become links. */
  readonly children: string;
}

/** A sentence with links to the agency's telephone and e-mail. */
export function ContactText({ children }: ContactTextProps) {
  const { phone, email } = owner().contact;
  return children.split(/(\{phone\}|\{email\})/).map((part, index) => {
    if (part === '{phone}') return <Way key={index} href={phoneHref(phone)} text={phone} />;
    if (part === '{email}') return <Way key={index} href={emailHref(email)} text={email} />;
    return part;
  });
}

const Way = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <a className={styles.way} href={href}>
    {text}
  </a>
);
