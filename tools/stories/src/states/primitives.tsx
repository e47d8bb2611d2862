import {
  ArrowLink,
  Badge,
  BusyEcho,
  Button,
  ButtonLink,
  EchoLabel,
  FormattedDate,
  Icon,
  SectionHead,
  VisuallyHidden,
  Wrap,
} from '@vidlunnia/ui';
import { LONG_TEXT, type Stories } from './story';

/** Every component of `shared/ui`. */
export const PRIMITIVES = {
  ArrowLink: {
    forward: { element: <ArrowLink href="#">Читати далі</ArrowLink> },
    back: {
      element: (
        <ArrowLink href="#" direction="back">
          На головну
        </ArrowLink>
      ),
    },
    'long text': { element: <ArrowLink href="#">{LONG_TEXT}</ArrowLink> },
  },
  Badge: {
    usual: { element: <Badge>Кейси</Badge> },
    'long text': { element: <Badge>{LONG_TEXT}</Badge> },
  },
  BusyEcho: { usual: { element: <BusyEcho /> } },
  Button: {
    solid: { element: <Button>Надіслати</Button> },
    ghost: { element: <Button variant="ghost">Спробувати ще раз</Button> },
    small: { element: <Button size="small">Надіслати</Button> },
    pending: { element: <Button busy>Надсилаємо…</Button> },
    'long text': { element: <Button>{LONG_TEXT}</Button> },
  },
  ButtonLink: {
    solid: { element: <ButtonLink href="#">Почати проєкт</ButtonLink> },
    ghost: {
      element: (
        <ButtonLink href="#" variant="ghost">
          Розбори кейсів
        </ButtonLink>
      ),
    },
  },
  EchoLabel: {
    usual: { element: <EchoLabel>Про нас</EchoLabel> },
  },
  FormattedDate: { usual: { element: <FormattedDate value="2026-11-17T09:30:00+02:00" /> } },
  Icon: {
    many: {
      element: (
        <>
          <Icon name="arrow" /> <Icon name="back" /> <Icon name="chevron" />
        </>
      ),
    },
  },
  SectionHead: {
    usual: {
      element: <SectionHead label="Послуги" title="Шість способів бути почутими" titleId="usual" />,
    },
    split: {
      element: (
        <SectionHead
          label="Послуги"
          title="Шість способів бути почутими"
          titleId="split"
          lead="Можна взяти одну послугу, можна скласти кілька."
          split
        />
      ),
    },
    'long text': {
      element: <SectionHead label={LONG_TEXT} title={LONG_TEXT} titleId="long" lead={LONG_TEXT} split />,
    },
  },
  VisuallyHidden: {
    usual: {
      element: (
        <p>
          Між дужками є слова для тих, хто слухає: (<VisuallyHidden>тут</VisuallyHidden>)
        </p>
      ),
    },
  },
  Wrap: { usual: { element: <Wrap>Стовпчик сторінки</Wrap> } },
} as const satisfies Readonly<Record<string, Stories>>;
