import { CONTACT_DETAILS } from './owner';
import { emailHref, phoneHref } from './contact-links';
import styles from './contact-text.module.css';

const { phone, email } = CONTACT_DETAILS;
const PLACES = /(\{phone\}|\{email\})/;

export interface ContactTextProps {
  /** A text whose `{phone}` and `{email}` become links. */
  readonly children: string;
}

/** A sentence with the agency's telephone and e-mail as links in it. */
export function ContactText({ children }: ContactTextProps) {
  return children.split(PLACES).map((part, index) => <TextPiece key={index} text={part} />);
}

function TextPiece({ text }: { readonly text: string }) {
  if (text === '{phone}') return <Way href={phoneHref(phone)}>{phone}</Way>;
  if (text === '{email}') return <Way href={emailHref(email)}>{email}</Way>;
  return text;
}

function Way({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a className={styles.way} href={href}>
      {children}
    </a>
  );
}
