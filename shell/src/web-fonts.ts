/**
 * Adds the fonts that the style rules have for browsers without scripts (`shared/ui/fonts.css`). As plain rules, each
 * font that arrives would lay out the page again.
 */
export async function addWebFonts(): Promise<void> {
  const fonts: FontFace[] = [];
  for (const rule of document.styleSheets[0]?.cssRules ?? [])
    if (rule instanceof CSSMediaRule)
      for (const face of rule.cssRules)
        if (face instanceof CSSFontFaceRule) {
          const { style } = face;
          const weight = style.getPropertyValue('font-weight');
          const family = style.getPropertyValue('font-family');
          fonts.push(new FontFace(family, style.getPropertyValue('src'), { weight }));
        }
  for (const font of await Promise.all(fonts.map((font) => font.load()))) document.fonts.add(font);
}
