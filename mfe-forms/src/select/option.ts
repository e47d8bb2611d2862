export interface SelectOption {
  readonly value: string;
  readonly label: string;
}
