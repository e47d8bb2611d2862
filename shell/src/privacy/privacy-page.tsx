import { FormattedDate, Wrap } from '@vidlunnia/ui';
import type { ReactNode } from 'react';
import { ContactText, owner } from '../site';
import styles from './privacy-page.module.css';
import { PRIVACY } from './texts';

interface PrivacyPageProps {
  /** Months for which submissions are kept; 0 keeps them. */
  readonly retentionMonths: number;
}

/** What happens to personal data: the controller, the purpose, the retention, and how to have them erased. */
export function PrivacyPage({ retentionMonths }: PrivacyPageProps) {
  const { revised, controller, purposes, retention, rights, erasure } = PRIVACY;
  const { contact, legalLine } = owner();
  return (
    <Wrap className={styles.page}>
      <h1 className={styles.title}>{PRIVACY.title}</h1>
      <p className={styles.lead}>{PRIVACY.lead}</p>
      <Clause title={controller.title}>
        <p>
          <ContactText>
            {controller.text
              .replace('{name}', (legalLine ?? '') || controller.name)
              .replace('{address}', contact.address)}
          </ContactText>
        </p>
      </Clause>
      <Clause title={purposes.title}>
        <List items={purposes.list} />
        <p>{purposes.basis}</p>
        <p>{purposes.draft}</p>
      </Clause>
      <Clause title={retention.title}>
        <p>
          {retentionMonths === 0 ? retention.unlimited : retention.limited(monthsInWords(retentionMonths))}
        </p>
      </Clause>
      <Clause title={rights.title}>
        <p>{rights.text}</p>
        <List items={rights.list} />
      </Clause>
      <Clause title={erasure.title}>
        <p>
          <ContactText>{erasure.text}</ContactText>
        </p>
      </Clause>
      <p className={styles.revised}>
        {revised.label} <FormattedDate value={revised.date} />
      </p>
    </Wrap>
  );
}

const PLURAL = new Intl.PluralRules('uk');
const MONTHS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'місяць', few: 'місяці' };

/** 1 → «1 місяць», 12 → «12 місяців». */
const monthsInWords = (months: number) =>
  `${String(months)}\u00a0${MONTHS[PLURAL.select(months)] ?? 'місяців'}`;

function Clause({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.clause}>
      <h2>{title}</h2>
      <div className={styles.text}>{children}</div>
    </section>
  );
}

const List = ({ items }: { readonly items: readonly string[] }) => (
  <ul>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);
