/** A vacancy of the page (specification, section 3). */
export interface OpenVacancy {
  /** Also a choice of the application form's position. */
  readonly title: string;
  /** Range in hryvnias a month. */
  readonly salary: string;
  readonly text: string;
}

/** The only place of the vacancies' titles: the shell hands them to the application form. */
export const OPEN_VACANCIES: readonly OpenVacancy[] = [
  {
    title: 'Менеджер/ка підтримки клієнтів',
    salary: '20 000–30 000 ₴',
    text: 'Відповідаєте клієнтам у чаті й телефоном, передаєте завдання команді та стежите, щоб жодне не загубилося. Третина змін припадає на вечори або вихідні, графік відомий за місяць. Навчимо всього, крім терпіння: його приносьте своє.',
  },
  {
    title: 'Адміністратор/ка соцмереж',
    salary: '18 000–28 000 ₴',
    text: 'Публікуєте за планом і відповідаєте в коментарях та повідомленнях восьми сторінок. Відрізняєте скаргу від жарту і знаєте, коли кликати старших. Потрібні бездоганна українська й почуття гумору, саме в такому порядку.',
  },
  {
    title: 'Менеджер/ка з продажу та роботи з клієнтами',
    salary: '22 000–35 000 ₴',
    text: 'Розмовляєте з тими, хто прийшов по рекламу, і чесно кажете, коли вона їм не потрібна. Ведете людину від першого дзвінка до підписаного договору, а далі знайомите з командою. Холодних дзвінків немає.',
  },
];
