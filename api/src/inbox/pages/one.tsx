import { phoneHref } from '@vidlunnia/contracts';
import { filledFields, suspicionText } from '../../delivery/mail-texts';
import { MARKS } from '../../submissions/list-submissions';
import type { deliveriesOf, FoundSubmission, Mark } from '../../submissions/operations';
import { labelledSource } from '../../submissions/source';
import { Form, Page, Time } from './layout';
import { FILTER_NAMES, KIND_NAMES } from './list';

interface Props {
  readonly found: FoundSubmission;
  readonly deliveries: Awaited<ReturnType<typeof deliveriesOf>>;
  /** What the person wanted to store, when somebody else was faster. */
  readonly refused: Mark | undefined;
}

export const One = ({ found, deliveries, refused }: Props) => {
  const { id, name, email, phone, created_at, suspicion, source } = { phone: '', ...found.submission };
  const path = `/submissions/${id}`;
  const facts = [
    ...filledFields(found),
    ...labelledSource(source),
    ...(source ? [] : [{ label: 'Звідки прийшли', text: 'невідомо' }]),
  ];
  return (
    <Page title={name} part="/">
      <p>
        {KIND_NAMES[found.kind]}, <Time at={created_at} />.{' '}
        <a href={`mailto:${encodeURIComponent(email)}`}>Відповісти листом</a>
        {', '}
        <a href={phoneHref(phone)}>зателефонувати</a>
      </p>
      <dl className="facts">
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {suspicion === null ? (
        <Marks found={found} refused={refused} />
      ) : (
        <Form action={`${path}/accept`}>
          <h2>Схоже на спам</h2>
          <p>Чому відкладено: {suspicionText(suspicion)}.</p>
          <button className="button">Це не спам</button>
        </Form>
      )}
      <h2>Доставка</h2>
      {deliveries.length === 0 && <p>Нікуди не надсилали.</p>}
      <ul>
        {deliveries.map((delivery) => (
          <Delivery key={delivery.channel} {...delivery} />
        ))}
      </ul>
      {deliveries.some(({ state }) => state === 'dead') && (
        <Form action={`${path}/retry`}>
          <button className="button">Надіслати ще раз</button>
        </Form>
      )}
      <h2>Дані людини</h2>
      <p>
        Усе, що сайт зберігає про {email}: <a href={`${path}/person.json`}>вивантажити</a> або{' '}
        <a href={`${path}/erase`}>стерти</a>.
      </p>
    </Page>
  );
};

const Marks = ({ found: { submission, state }, refused }: Pick<Props, 'found' | 'refused'>) => {
  const stored = { state, note: submission.note ?? '' };
  const shown = refused ?? stored;
  return (
    <Form action={`/submissions/${submission.id}`}>
      <h2>Стан і нотатка</h2>
      {refused && (
        <p className="problem" role="alert">
          Поки ви писали, це змінила інша людина, тож вашого не збережено. Тепер стан: «
          {FILTER_NAMES[stored.state]}», нотатка: «{stored.note}». Нижче — те, що ввели ви. Виправте, якщо
          треба, і збережіть знову.
        </p>
      )}
      <input type="hidden" name="version" value={submission.version} />
      <fieldset>
        <legend>Стан</legend>
        {MARKS.map((mark) => (
          <label key={mark}>
            <input type="radio" name="state" value={mark} defaultChecked={mark === shown.state} />
            {FILTER_NAMES[mark]}
          </label>
        ))}
      </fieldset>
      <label htmlFor="note">Нотатка (її бачать усі, хто має доступ)</label>
      <textarea id="note" name="note" rows={5} maxLength={5000} defaultValue={shown.note} />
      <button className="button">Зберегти</button>
    </Form>
  );
};

const CHANNEL_NAMES: Readonly<Record<string, string>> = {
  staff: 'Лист команді',
  confirmation: 'Лист відправникові',
  webhook: 'Вебхук',
  telegram: 'Telegram',
};

const DELIVERY_NAMES = {
  pending: 'чекає на відправлення',
  delivered: 'доставлено',
  dead: 'не доставлено, спроб більше не буде',
} as const;

const Delivery = ({ channel, state, attempts, delivered_at, last_error }: Props['deliveries'][number]) => (
  <li className={state}>
    {CHANNEL_NAMES[channel] ?? channel}: {DELIVERY_NAMES[state]} {delivered_at && <Time at={delivered_at} />}
    {attempts > 0 && `, спроб: ${String(attempts)}`}
    {last_error !== null && <span lang="en">{` (${last_error})`}</span>}
  </li>
);

type EraseProps = Pick<FoundSubmission, 'submission'> & { readonly count: number };

/** Asks before everything of a person is removed. */
export const Erase = ({ submission: { id, email }, count }: EraseProps) => (
  <Page title="Стерти дані людини?" part="/">
    <p>
      Сайт зберігає заявок і повідомлень від {email}: {count}. Вони зникнуть назавжди, разом із нотатками.
      Листи, які вже надіслано, стирайте у своїй пошті самі.
    </p>
    <Form action={`/submissions/${id}/erase`}>
      <button className="button danger">Стерти назавжди</button>
    </Form>
    <a href={`/submissions/${id}`}>Не стирати</a>
  </Page>
);
