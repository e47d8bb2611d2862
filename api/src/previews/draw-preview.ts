import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composePreview, type PreviewText } from './compose-preview';
import { loadTypefaces } from './preview-typefaces';

/** Draws one image: PNG, 1200 × 630. */
export type DrawPreview = (text: PreviewText) => Promise<Uint8Array>;

/** Makes ready to draw with the template and the fonts in a folder. */
export async function previewDrawing(folder: string): Promise<DrawPreview> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const template = await readFile(join(folder, 'template.svg'), 'utf8');
  const typefaces = await loadTypefaces(join(folder, 'fonts'));
  return async (text) => {
    const svg = composePreview(template, text, typefaces);
    const image = await renderAsync(svg, { font: { loadSystemFonts: false } });
    return image.asPng();
  };
}
