import portrait1 from './assets/portrait-1.svg';
import portrait2 from './assets/portrait-2.svg';
import portrait3 from './assets/portrait-3.svg';

export interface Person {
  readonly name: string;
  readonly position: string;
  /** Without the quotation marks around it. */
  readonly quote: string;
  readonly portrait: string;
  /** What the portrait shows. */
  readonly alt: string;
}

export const PEOPLE: readonly Person[] = [
  {
    name: 'Соломія Кравець',
    position: 'засновниця, стратегиня',
    quote: 'Добра стратегія вміщається на серветці. Якщо потрібна скатертина, ми ще нічого не вирішили.',
    portrait: portrait1,
    alt: 'Ілюстрований портрет Соломії Кравець: чорне каре з чубчиком, заплющені очі, усмішка, лілова сорочка з фіолетовими дугами',
  },
  {
    name: 'Остап Мельничук',
    position: 'керівник напряму реклами й аналітики',
    quote: 'Щоб перевірити рекламу, я її вимикаю. Якщо телефон нічого не помітив, назад не вмикаю.',
    portrait: portrait2,
    alt: 'Ілюстрований портрет Остапа Мельничука: круглі коралові окуляри, густа борода, фіолетовий светр із тонкими дугами',
  },
  {
    name: 'Ярина Дзюба',
    position: 'головна редакторка',
    quote: 'Слово „якісний“ викреслюю з 2021 року. Жоден текст іще не поскаржився.',
    portrait: portrait3,
    alt: 'Ілюстрований портрет Ярини Дзюби: руде волосся, зібране у високий вузол, круглі сережки, широка усмішка',
  },
];
