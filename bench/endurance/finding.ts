/** What a trial has shown. */
export interface Finding {
  readonly name: string;
  readonly measured: string;
  readonly passed: boolean;
}
