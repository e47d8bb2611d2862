declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2';
    /** OpenType features to keep. */
    readonly keepFeatures: readonly string[];
    /** One value of an axis, or the range to keep. */
    readonly variationAxes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
    /** Tables to leave out. */
    readonly dropTables: readonly string[];
  }
  /** Cuts a font to the characters of a text. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
