import type { MenuProps } from '@cafe/contract';

export const Menu = ({ greeting }: MenuProps) => (
  <section id="menu">
    <h1>{greeting}, today is soup</h1>
  </section>
);
