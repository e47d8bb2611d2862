import {
  ArrowLink,
  Badge,
  BusyEcho,
  Button,
  ButtonLink,
  EchoLabel,
  FormattedDate,
  Icon,
  LinkedText,
  SectionHead,
  VisuallyHidden,
  Wrap,
} from '@vidlunnia/ui';
import { LONG_TEXT, type Stories } from './story';

/** Every component of `shared/ui`. */
export const PRIMITIVES = {
  ArrowLink: {
    forward: <ArrowLink href="#">Читати далі</ArrowLink>,
    back: (
      <ArrowLink href="#" direction="back">
        На головну
      </ArrowLink>
    ),
    'long text': <ArrowLink href="#">{LONG_TEXT}</ArrowLink>,
  },
  Badge: {
    usual: <Badge>Кейси</Badge>,
    'long text': <Badge>{LONG_TEXT}</Badge>,
  },
  BusyEcho: { usual: <BusyEcho /> },
  Button: {
    solid: <Button>Надіслати</Button>,
    ghost: <Button variant="ghost">Спробувати ще раз</Button>,
    small: <Button size="small">Надіслати</Button>,
    pending: <Button busy>Надсилаємо…</Button>,
    'long text': <Button>{LONG_TEXT}</Button>,
  },
  ButtonLink: {
    solid: <ButtonLink href="#">Почати проєкт</ButtonLink>,
    ghost: (
      <ButtonLink href="#" variant="ghost">
        Розбори кейсів
      </ButtonLink>
    ),
  },
  EchoLabel: {
    usual: <EchoLabel>Про нас</EchoLabel>,
  },
  FormattedDate: { usual: <FormattedDate value="2026-11-17T09:30:00+02:00" /> },
  Icon: {
    many: (
      <>
        <Icon name="arrow" /> <Icon name="back" /> <Icon name="chevron" />
      </>
    ),
  },
  LinkedText: {
    usual: (
      <LinkedText links={{ email: { href: 'mailto:luna@example.com', text: 'luna@example.com' } }}>
        {'Пишіть на {email}.'}
      </LinkedText>
    ),
  },
  SectionHead: {
    usual: <SectionHead label="Послуги" title="Шість способів бути почутими" titleId="usual" />,
    'with a lead': (
      <SectionHead
        label="Послуги"
        title="Шість способів бути почутими"
        titleId="split"
        lead="Можна взяти одну послугу, можна скласти кілька."
      />
    ),
    'long text': <SectionHead label={LONG_TEXT} title={LONG_TEXT} titleId="long" lead={LONG_TEXT} />,
  },
  VisuallyHidden: {
    usual: (
      <p>
        Між дужками є слова для тих, хто слухає: (<VisuallyHidden>тут</VisuallyHidden>)
      </p>
    ),
  },
  Wrap: { usual: <Wrap>Стовпчик сторінки</Wrap> },
} as const satisfies Readonly<Record<string, Stories>>;
