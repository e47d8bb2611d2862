/** When the first part that was skipped is laid out, in milliseconds after the first frame. The others follow. */
const LAY_OUT_AFTER_MS = 1_200;
const LAY_OUT_EVERY_MS = 100;

/**
 * Splits the layout of a long page, which would be one long task. Until some time after the first frame, parts below the
 * first screen are skipped (`laidOutLater`). The rules with font files are taken out of the page's style, and all their
 * fonts are added together: fonts that are requested before the first frame delay it, and as rules, each that arrives
 * lays out the page again.
 */
export function splitFirstLayout(): void {
  // The page's style stands before this script. Extensions may have added others before it.
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
    for (const island of document.querySelectorAll<HTMLElement>('main > *'))
      setTimeout(() => (island.dataset['laidOut'] = ''), (wait += LAY_OUT_EVERY_MS));
    // Islands that are rendered later are not skipped.
    setTimeout(() => delete root['skips'], wait);
    await Promise.allSettled(fonts.map((font) => font.load()));
    for (const font of fonts) document.fonts.add(font);
  };
  // A timer that a frame sets fires after its paint.
  addEventListener('DOMContentLoaded', () =>
    requestAnimationFrame(() => setTimeout(() => void afterFrame())),
  );
}
