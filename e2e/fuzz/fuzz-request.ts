/** A request that a fuzz run makes, of the shell or of the API behind it: in HTTP's terms, or as bytes (Latin-1). */
export type FuzzRequest = { readonly to: 'shell' | 'api' } & (
  | {
      readonly method: string;
      readonly path: string;
      /** The path by which the API's document knows it, if it does. */
      readonly route?: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | undefined;
    }
  | { readonly bytes: string }
);

/** What came back: of pipelined bytes several responses, of broken ones perhaps none. */
export interface FuzzAnswer {
  readonly statuses: readonly number[];
  readonly type: string;
  readonly body: string;
}
