import type { FormName, VacanciesSlot } from '@vidlunnia/shared/contracts';
import { usePartServices } from '../parts/part-services';
import { RemotePart } from '../parts/remote-part';
import { CONTACT_DETAILS } from '../site';
import { NO_PARAMS } from './pages';

/** `/`: every section of the specification's section 2, in its order. */
export function HomeSections() {
  return (
    <>
      <RemotePart id="home/Hero" section="hero" params={NO_PARAMS} props={{}} />
      <RemotePart id="home/About" section="about" params={NO_PARAMS} props={{}} />
      <RemotePart id="home/Services" section="services" params={NO_PARAMS} props={{}} />
      <RemotePart id="home/Reasons" section="reasons" params={NO_PARAMS} props={{}} />
      <RemotePart id="home/Team" section="team" params={NO_PARAMS} props={{}} />
      <RemotePart id="home/Vacancies" section="vacancies" params={NO_PARAMS} props={VACANCIES} />
      <RemotePart id="blog/Teaser" section="blog" params={NO_PARAMS} props={{}} />
      <RemotePart id="home/Contact" section="contact" params={NO_PARAMS} props={CONTACT} />
    </>
  );
}

function ApplicationForm({ slot }: { readonly slot: VacanciesSlot }) {
  return (
    <RemotePart
      id="forms/ApplicationForm"
      params={NO_PARAMS}
      props={{ ...useFormProps('application'), ...slot }}
    />
  );
}

function ContactForm() {
  return <RemotePart id="forms/ContactForm" params={NO_PARAMS} props={useFormProps('contact')} />;
}

function useFormProps(form: FormName) {
  const { api, submission } = usePartServices();
  return { api, details: CONTACT_DETAILS, outcome: submission?.form === form ? submission : null };
}

const VACANCIES = { form: (slot: VacanciesSlot) => <ApplicationForm slot={slot} /> };
const CONTACT = { details: CONTACT_DETAILS, form: <ContactForm /> };
