import { contactPath, serviceId, type ModuleProps, type Service } from '@vidlunnia/contracts';
import { ArrowLink, formatPrice } from '@vidlunnia/ui';
import { HeadedSection } from '../page-section';
import { COPY } from './copy';
import styles from './services.module.css';

/** The agency's services. Without data the list is empty, without an error message (specification, section 8). */
export function Services({ data }: ModuleProps<'home/Services'>) {
  const services = data?.services ?? [];
  return (
    <HeadedSection id="services" className={styles.services} copy={COPY} lead={data?.lead}>
      {services.length > 0 && (
        <ul className={styles.list}>
          {services.map((service) => (
            <Tile key={service.title} service={service} />
          ))}
        </ul>
      )}
    </HeadedSection>
  );
}

/** One service of the list. Its features fold on phones. */
function Tile({ service }: { readonly service: Service }) {
  const { title, description, icon_url, features, price_from, service_type } = service;
  return (
    <li id={serviceId(service_type ?? title)} className={styles.service}>
      <div className={styles.inner}>
        <svg className={styles.icon} aria-hidden="true" focusable="false">
          <use href={icon_url === '' ? undefined : icon_url} />
        </svg>
        <div className={styles.main}>
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.description}>{description}</p>
        </div>
        {features.length > 0 && (
          <details className={styles.more}>
            <summary className={styles.summary}>{COPY.features}</summary>
            <ul className={styles.features} aria-label={COPY.features}>
              {features.map((feature) => (
                <li key={feature} className={styles.feature}>
                  {feature}
                </li>
              ))}
            </ul>
          </details>
        )}
        <div className={styles.end}>
          {price_from !== undefined && (
            <p className={styles.price}>{COPY.priceFrom(formatPrice(price_from))}</p>
          )}
          <ArrowLink
            href={contactPath(service_type ?? title)}
            aria-label={COPY.askLabel(title)}
            className={styles.ask}
          >
            {COPY.ask}
          </ArrowLink>
        </div>
      </div>
    </li>
  );
}
