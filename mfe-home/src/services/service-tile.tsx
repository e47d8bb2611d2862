import type { Service } from '@vidlunnia/shared/contracts';
import { formatPrice } from '@vidlunnia/shared/ui';
import { copy } from './copy';
import styles from './service-tile.module.css';

export interface ServiceTileProps {
  readonly service: Service;
}

/** One service as an item of the list. Its icon takes the text's colour. */
export function ServiceTile({ service }: ServiceTileProps) {
  const { title, description, icon_url, features, price_from } = service;
  return (
    <li className={styles.service}>
      <div className={styles.inner}>
        <svg className={styles.icon} aria-hidden="true" focusable="false">
          <use href={icon_url} />
        </svg>
        <div className={styles.main}>
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.description}>{description}</p>
        </div>
        {features.length > 0 && (
          <ul className={styles.features} aria-label={copy.features}>
            {features.map((feature) => (
              <li key={feature} className={styles.feature}>
                {feature}
              </li>
            ))}
          </ul>
        )}
        {price_from !== undefined && (
          <p className={styles.price}>{copy.priceFrom(formatPrice(price_from))}</p>
        )}
      </div>
    </li>
  );
}
