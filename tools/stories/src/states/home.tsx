import { exposes } from '@vidlunnia/mfe-home/src/exposes';
import { sampleDetails } from '@vidlunnia/mfe-home/src/testing/samples';
import type { Service } from '@vidlunnia/contracts';
import { GOLDEN_HOME } from '@vidlunnia/contracts/golden';
import type { SectionStories } from './section-stories';
import { LONG_TEXT } from './story';

const About = exposes.About.default;
const Contact = exposes.Contact.default;
const Hero = exposes.Hero.default;
const Reasons = exposes.Reasons.default;
const Services = exposes.Services.default;
const Team = exposes.Team.default;
const Vacancies = exposes.Vacancies.default;

const servicesOf = (count: number): Service[] =>
  Array.from({ length: count }, (_, index) => ({
    title: `Послуга ${String(index + 1)}`,
    description: 'Пишемо статті.',
    icon_url: '/api/icons/services.svg#content',
    features: ['Чотири статті на місяць', 'Щотижневий лист до бази'],
    ...(index % 2 === 0 && { price_from: 14_000 }),
  }));
const longService: Service = {
  title: LONG_TEXT,
  description: LONG_TEXT,
  icon_url: '/api/icons/services.svg#none',
  features: [LONG_TEXT, 'коротко'],
  price_from: 123_456_789,
  service_type: 'smm',
};
const withServices = (services: readonly Service[]) => ({ ...GOLDEN_HOME.services, services });
const form = <p>Тут форма</p>;

export const HOME = {
  'home/Hero': { usual: <Hero data={GOLDEN_HOME.hero} /> },
  'home/About': {
    usual: <About data={GOLDEN_HOME.about} />,
    'with a source': <About data={GOLDEN_HOME.about} satisfactionSource={LONG_TEXT} />,
  },
  'home/Services': {
    empty: <Services data={withServices([])} />,
    one: <Services data={withServices(servicesOf(1))} />,
    many: <Services data={withServices(servicesOf(13))} />,
    'long text': (
      <Services data={withServices([longService, { ...longService, title: `Друга: ${LONG_TEXT}` }])} />
    ),
    error: <Services data={null} />,
  },
  'home/Reasons': { usual: <Reasons data={GOLDEN_HOME.reasons} /> },
  'home/Team': { usual: <Team data={GOLDEN_HOME.team} /> },
  'home/Vacancies': { usual: <Vacancies data={GOLDEN_HOME.vacancies} form={() => form} /> },
  'home/Contact': {
    usual: <Contact data={GOLDEN_HOME.contact} details={sampleDetails} form={form} />,
    'long text': (
      <Contact
        data={GOLDEN_HOME.contact}
        details={{
          ...sampleDetails,
          email: `${'duzhe-dovha-'.repeat(6)}@vidlunnia.example`,
          address: LONG_TEXT,
        }}
        form={form}
      />
    ),
  },
} as const satisfies SectionStories<'home'>;
