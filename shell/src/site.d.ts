import { Failed, Waiting } from './islands/fallbacks';
import { propsOf, slotsOf } from './islands/props';
import { addressOf, pageAt, type Page } from './pages';
import { setFacts } from './texts/texts';
/** «Відлуння» in browsers, render workers and the server. */
export declare const site: {
  modules: {
    readonly 'home/Hero': {
      readonly page: 'home';
      readonly element: 'hero';
      readonly holdsTitle: true;
    };
    readonly 'home/About': {
      readonly page: 'home';
      readonly element: 'about';
      readonly menu: 'Про нас';
    };
    readonly 'home/Services': {
      readonly page: 'home';
      readonly element: 'services';
      readonly menu: 'Послуги';
      readonly loads: true;
    };
    readonly 'home/Reasons': {
      readonly page: 'home';
      readonly element: 'reasons';
      readonly menu: 'Чому ми';
    };
    readonly 'home/Team': {
      readonly page: 'home';
      readonly element: 'team';
      readonly menu: 'Команда';
    };
    readonly 'home/Vacancies': {
      readonly page: 'home';
      readonly element: 'vacancies';
      readonly menu: 'Вакансії';
    };
    readonly 'forms/ApplicationForm': {
      readonly page: 'home';
      readonly element: 'application-form';
      readonly within: 'home/Vacancies';
    };
    readonly 'blog/Teaser': {
      readonly page: 'home';
      readonly element: 'blog';
      readonly menu: 'Блог';
      readonly loads: true;
    };
    readonly 'home/Contact': {
      readonly page: 'home';
      readonly element: 'contact';
      readonly menu: 'Контакти';
    };
    readonly 'forms/ContactForm': {
      readonly page: 'home';
      readonly element: 'contact-form';
      readonly within: 'home/Contact';
    };
    readonly 'blog/Post': {
      readonly page: 'post';
      readonly element: 'main';
      readonly loads: true;
      readonly holdsTitle: true;
    };
    readonly 'blog/Archive': {
      readonly page: 'archive';
      readonly element: 'main';
      readonly loads: true;
      readonly holdsTitle: true;
    };
  };
  pageAt: typeof pageAt;
  addressOf: typeof addressOf;
  headOf: ({ kind }: Page) => import('@vidlunnia/contracts').PageHead;
  dataAddress: (page: Page) => string | undefined;
  slotsOf: typeof slotsOf;
  propsOf: typeof propsOf;
  setFacts: typeof setFacts;
  Waiting: typeof Waiting;
  Failed: typeof Failed;
  recovered: 'Розділ завантажено';
};
