import type { PreviewTexts } from '@vidlunnia/engine';
/** Texts of previews, for the agency's people. */
export declare const previewTexts: PreviewTexts;
