export interface MenuProps {
  readonly greeting: string;
}
