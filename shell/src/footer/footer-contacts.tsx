import { CONTACT_DETAILS, TEXTS, emailHref, phoneHref } from '../site';
import styles from './footer.module.css';

const { phone, email, address, map, hours } = CONTACT_DETAILS;
const [opening] = hours;

export function FooterContacts() {
  return (
    <div className={styles.contacts}>
      <h2>{TEXTS['footer.contacts.title']}</h2>
      <ul>
        <li>
          <a className={styles.phone} href={phoneHref(phone)}>
            {phone}
          </a>
        </li>
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
