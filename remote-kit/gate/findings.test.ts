import { describe, expect, test } from '@jest/globals';
import { judgeBoxes, judgeOutput, sentencesOf, type Box } from './findings';

const VIEW = { page: '/', width: 360, scheme: 'light' } as const;
const island = (id: string, changes: Partial<Box> = {}): Box => ({
  id,
  within: [],
  x: 0,
  y: 0,
  width: 360,
  height: 100,
  ...changes,
});
interface Measures {
  readonly islands?: readonly Box[];
  readonly sideways?: number;
}
const judged = ({ islands = [], sideways = 0 }: Measures) =>
  judgeBoxes('forms', islands, sideways).map(({ where, what }) => `${where} ${what}`);

describe('measures', () => {
  test.each<[string, Measures, string[]]>([
    [
      'an island inside another one',
      { islands: [island('home/B'), island('forms/A', { within: ['home/B'] })] },
      [],
    ],
    ['less than a pixel in common', { islands: [island('forms/A'), island('home/B', { y: 99.5 })] }, []],
    [
      'foreign islands',
      { islands: [island('home/A'), island('home/B'), island('home/C', { height: 0 })] },
      [],
    ],
    ['an island without height', { islands: [island('forms/A', { height: 0 })] }, ['forms/A has no height']],
    [
      'an island that overlaps another one',
      { islands: [island('forms/A'), island('home/B', { y: 90 })] },
      ['forms/A overlaps home/B'],
    ],
    [
      'a page that is too wide',
      { sideways: 40, islands: [island('forms/A'), island('forms/B', { width: 400 })] },
      ['forms/B makes the page scroll sideways by 40 px'],
    ],
    [
      'a page that is too wide for no known reason',
      { sideways: 8 },
      ['something makes the page scroll sideways by 8 px'],
    ],
  ])('%s', (_, measures, expected) => {
    expect(judged(measures)).toEqual(expected);
  });
});

describe('output', () => {
  const said = (live: readonly string[], output: readonly string[]) =>
    judgeOutput('forms', live, output).map(({ where, what }) => `${where} ${what}`);

  test('names the island in the message', () => {
    expect(said([], ['forms/ContactForm stays as the server rendered it'])).toEqual([
      'forms/ContactForm says in the console: forms/ContactForm stays as the server rendered it',
    ]);
  });
  test('without an island counts for the page, once', () => {
    expect(said([], ['Error: a', 'Error: a'])).toEqual(['the page says in the console: Error: a']);
  });
  test('that the live page has too, with its own address and version, is not new', () => {
    expect(said(['http://127.0.0.1:1/aaaaaaaaaaaa: 404'], ['http://127.0.0.1:2/bbbbbbbbbbbb: 404'])).toEqual(
      [],
    );
  });
});

test('the same finding in several views is one sentence', () => {
  const finding = { ...VIEW, where: 'forms/A', what: 'has no height' };
  expect(
    sentencesOf([
      finding,
      { ...finding, scheme: 'dark' },
      { ...finding, width: 1440 },
      { ...finding, scheme: null, what: 'crashed' },
    ]),
  ).toEqual([
    'forms/A on / at 360 px light and dark, 1440 px light: has no height',
    'forms/A on / at 360 px light and dark: crashed',
  ]);
});
