/**
 * A text as it can be drawn: on one line, in composed letters, numbers kept together, without what the fonts lack.
 * @param holds whether the fonts have a character
 */
export function printableText(text: string, holds: (character: string) => boolean): string {
  const characters = text
    .normalize('NFC')
    .replace(/[\t\r\n]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    // Thin and other spaces join words as a no-break space does; the fonts have only that one.
    .replace(/(?! )\p{Zs}/gu, '\u00a0')
    .replace(/(?<=\d) (?=\d{3}(?!\d)|[%₴])/g, '\u00a0')
    .replaceAll('ʼ', '’');
  return Array.from(characters)
    .filter(holds)
    .join('')
    .split(' ')
    .filter((word) => word !== '')
    .join(' ');
}
