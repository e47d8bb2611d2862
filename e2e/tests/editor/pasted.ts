/** The clipboard of a word processor. Its spaces count, so it is not formatted as HTML. */
export const PASTED = [
  '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0">',
  '<h2 dir="ltr"><span style="font-weight:400">Розділ з документа</span></h2>',
  '<p dir="ltr"><span style="font-weight:700">«Цитата»</span><span>слово, </span>',
  '<span style="font-style:italic">курсив</span><span>&nbsp;і </span>',
  '<a href="https://partner.example/kejs"><span>кейс</span></a><span>, </span>',
  '<a href="tel:+380430000000"><span>телефон</span></a><span>.</span></p>',
  '<ul><li dir="ltr"><p dir="ltr"><span>Пункт</span></p></li>',
  '<ul><li dir="ltr"><p dir="ltr"><span>Вкладений</span></p></li></ul></ul>',
  '<table><tr><td><p>Місяць</p></td><td><p>Сума</p></td></tr><tr><td><p>Липень</p></td><td><p>100</p></td></tr></table>',
  '<h5>П’ятий рівень</h5>',
  '<p>2026. Рік на початку. Ціна 5*3=15, а_б_в, &lt;тег&gt;, #хеш, [дужки].</p></b>',
].join('');

/** The same as the editor saves it. */
export const SAVED = String.raw`## Розділ з документа

**«Цитата»**&#1089;лово, _курсив_ і [кейс](https://partner.example/kejs), [телефон](tel:+380430000000).

- Пункт
    - Вкладений

| Місяць | Сума |
| --- | --- |
| Липень | 100 |

##### П’ятий рівень

2026\. Рік на початку. Ціна 5\*3=15, а_б_в, <тег>, #хеш, [дужки].
`.replace('_ і', '_\u00A0і');
