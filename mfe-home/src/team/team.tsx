import { SectionHead, Wrap } from '@vidlunnia/shared/ui';
import { PageSection, titleId } from '../page-section/page-section';
import { copy } from './copy';
import { PEOPLE } from './people';
import { PersonCard } from './person-card';
import styles from './team.module.css';

export function Team() {
  return (
    <PageSection id="team" className={styles.team}>
      <Wrap>
        <SectionHead
          echo={4}
          label={copy.label}
          title={copy.title}
          titleId={titleId('team')}
          lead={copy.lead}
          split
        />
        <ul className={styles.list}>
          {PEOPLE.map((person) => (
            <PersonCard key={person.name} person={person} />
          ))}
        </ul>
      </Wrap>
    </PageSection>
  );
}
