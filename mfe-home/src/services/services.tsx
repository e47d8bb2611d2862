import type { ModuleProps } from '@vidlunnia/shared/contracts';
import { SectionHead, Wrap } from '@vidlunnia/shared/ui';
import { PageSection, titleId } from '../page-section/page-section';
import { copy } from './copy';
import { ServiceTile } from './service-tile';
import styles from './services.module.css';

/** The agency's services. Without data the list is empty, and nothing is said of why (specification, section 8). */
export function Services({ data }: ModuleProps<'home/Services'>) {
  const services = data ?? [];
  return (
    <PageSection id="services" className={styles.services}>
      <Wrap>
        <SectionHead
          echo={2}
          label={copy.label}
          title={copy.title}
          titleId={titleId('services')}
          lead={copy.lead}
          split
        />
        {services.length > 0 && (
          <ul className={styles.list}>
            {services.map((service) => (
              <ServiceTile key={service.title} service={service} />
            ))}
          </ul>
        )}
      </Wrap>
    </PageSection>
  );
}
