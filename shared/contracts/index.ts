export type { Api, CallOptions, LoadContext, PostsOptions, SubmitOptions } from './api.ts';
export {
  FORM_FIELDS,
  PROOF_LIMITS,
  SERVICE_NAMES,
  SERVICE_TYPES,
  fieldsOf,
  type ContactMessage,
  type FormField,
  type FormName,
  type JobApplication,
  type ServiceType,
} from './forms.ts';
export {
  CONTRACT_VERSION,
  CONTRACT_VERSIONS,
  type ChosenPosition,
  type ChosenService,
  type ContactSlot,
  type FormOutcome,
  type ModuleContracts,
  type ModuleData,
  type ModuleId,
  type ModuleParams,
  type ModuleProps,
  type NamedModuleId,
  type PageHead,
  type PostArchive,
  type RemoteModule,
  type RemoteModules,
  type RemoteName,
  type VacanciesSlot,
} from './modules.ts';
export type { Picture, Post, PostSummary, Problem, Service } from './schemas.ts';
export {
  BACK_LINK,
  FORM_ACTIONS,
  FORM_IDS,
  SECTION_IDS,
  TEASER_POSTS,
  SERVICE_PARAMETER,
  archivePath,
  contactPath,
  postPath,
  PRIVACY_PATH,
  type ContactDetails,
  type SectionId,
} from './site.ts';
export type { ZoneId, ZoneModule, ZoneModules, ZoneProps } from './zones.ts';
