/** The text, or as much of its beginning as fits together with an ellipsis. */
export function fitLine(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  let cut = '';
  let beginning = '';
  for (const character of text) {
    beginning += character;
    const longer = `${beginning.trimEnd()}…`;
    if (!fits(longer)) break;
    cut = longer;
  }
  return cut;
}
