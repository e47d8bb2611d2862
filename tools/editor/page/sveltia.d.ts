/** The used part of Sveltia CMS, which only the editor's command installs (decision 0015). */
declare module '@sveltia/cms' {
  import type { ReactNode } from 'react';

  /** A part of an entry, which is a `Map` of Immutable.js. */
  interface Entry {
    readonly get: {
      (name: 'data'): { readonly toJS: () => unknown };
      (name: 'collection' | 'newRecord'): unknown;
    };
    readonly getIn: (path: readonly string[]) => unknown;
    readonly set: (name: 'data', value: unknown) => Entry;
  }

  export interface PreviewProps {
    readonly entry: Entry;
    /** The file at a path of a content file; undefined if missing. */
    readonly getAsset: (path: string) => { toString: () => string } | undefined;
  }

  interface EditorComponent {
    readonly toBlock: (values: Readonly<Record<string, string>>) => string;
    readonly toPreview: EditorComponent['toBlock'];
    readonly [option: string]: unknown;
  }

  const CMS: {
    readonly init: () => Promise<void>;
    readonly registerPreviewStyle: (address: string) => void;
    readonly registerPreviewTemplate: (
      collection: string,
      template: (props: PreviewProps) => ReactNode,
    ) => void;
    readonly registerEditorComponent: (component: EditorComponent) => void;
    readonly registerEventListener: (listener: {
      readonly name: 'preSave';
      readonly handler: (event: { readonly entry: Entry }) => Entry;
    }) => void;
  };
  export default CMS;
}
