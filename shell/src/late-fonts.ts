/**
 * Takes the rules with font files out of the page's style, and adds all their fonts together after the first frame.
 * Fonts that are requested earlier delay the first paint; as rules, each that arrives lays out the page again.
 */
export function addFontsLate(): void {
  // By its place, because extensions add style sheets of their own.
  const style = document.currentScript?.previousElementSibling;
  if (!(style instanceof HTMLStyleElement) || !style.sheet) return;
  const { sheet } = style;
  const fonts: FontFace[] = [];
  for (let index = sheet.cssRules.length; index--;) {
    const rule = sheet.cssRules[index];
    const of = (name: string) => (rule instanceof CSSFontFaceRule ? rule.style.getPropertyValue(name) : '');
    if (!of('src').startsWith('url')) continue;
    // The constructor expects a name without quotes, so names of fonts with files are single words.
    fonts.push(new FontFace(of('font-family'), of('src'), { weight: of('font-weight') }));
    sheet.deleteRule(index);
  }
  const load = async () => {
    await Promise.allSettled(fonts.map((font) => font.load()));
    for (const font of fonts) document.fonts.add(font);
  };
  // A timer that a frame sets fires after its paint.
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(() => void load())));
}
