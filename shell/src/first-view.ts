/** Milliseconds from the first frame until the first island is laid out; the others follow one by one. */
const LAY_OUT_AFTER_MS = 1_200;
const LAY_OUT_EVERY_MS = 100;

/**
 * Splits the layout of a long page, which would be one long task. Until some time after the first frame, parts below the
 * first screen are skipped (`laidOutLater`). Takes the rules with font files out of the page's style, and adds all their
 * fonts together after the first frame. Fonts that are requested earlier delay that frame; as rules, each that arrives
 * lays out the page again.
 */
export function splitFirstLayout(): void {
  // The style before this script: the page's, or in a preview the banner's. Extensions may have added others before it.
  const sheet = [...document.styleSheets].at(-1);
  const fonts: FontFace[] = [];
  for (let index = sheet?.cssRules.length ?? 0; index--;) {
    const rule = sheet?.cssRules[index];
    const of = (name: string) => (rule instanceof CSSFontFaceRule ? rule.style.getPropertyValue(name) : '');
    if (!of('src').startsWith('url')) continue;
    // The constructor expects a name without quotes, so names of fonts with files are single words.
    fonts.push(new FontFace(of('font-family'), of('src'), { weight: of('font-weight') }));
    sheet?.deleteRule(index);
  }
  const root = document.documentElement.dataset;
  root['skips'] = '';
  const afterFrame = async () => {
    let wait = LAY_OUT_AFTER_MS;
    for (const island of document.querySelectorAll<HTMLElement>('main > *')) {
      setTimeout(() => (island.dataset['laidOut'] = ''), wait);
      wait += LAY_OUT_EVERY_MS;
    }
    // From now on, nothing is skipped.
    setTimeout(() => delete root['skips'], wait);
    await Promise.allSettled(fonts.map((font) => font.load()));
    for (const font of fonts) document.fonts.add(font);
  };
  // A timer that a frame sets fires after its paint.
  addEventListener('DOMContentLoaded', () =>
    requestAnimationFrame(() => setTimeout(() => void afterFrame())),
  );
}
