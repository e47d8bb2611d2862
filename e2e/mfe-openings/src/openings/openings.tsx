import { useState } from 'react';
import type { LoadContext, ZoneProps } from '@vidlunnia/contracts';
import styles from './openings.module.css';

interface Opening {
  readonly title: string;
}

export const loadOpenings = async (_: object, { api, signal }: LoadContext): Promise<readonly Opening[]> =>
  (await api.services({ signal })).map(({ title }) => ({ title }));

/** A sample section of a team outside of the repository, with data, behaviour and styles. */
export function Openings({
  id,
  headingLevel,
  data,
}: ZoneProps & { readonly data: readonly Opening[] | null }) {
  const [count, setCount] = useState(0);
  const Heading = `h${String(headingLevel)}` as 'h2';
  return (
    <section id={id} className={styles['openings']} aria-labelledby={`${id}-title`}>
      <Heading id={`${id}-title`}>Відкриття</Heading>
      <p>{data?.map(({ title }) => title).join(', ') ?? 'Немає'}</p>
      <button
        type="button"
        onClick={() => {
          setCount(count + 1);
        }}
      >
        Гукнули: {count}
      </button>
    </section>
  );
}
