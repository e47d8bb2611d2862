import { createElement, Suspense, use, useSyncExternalStore, type Attributes, type ReactNode } from 'react';
import type {
  ModuleContracts,
  ModuleId,
  ModuleParams,
  ModuleProps,
  SectionId,
} from '@vidlunnia/shared/contracts';
import { PartFallback, PartLoading } from '../fallback';
import { PageHeadTags } from '../app/page-head';
import type { Attempt } from './attempt';
import { PartBoundary } from './part-boundary';
import { usePartServices } from './part-services';
import { TEXTS } from '../site';

export interface RemotePartProps<Id extends ModuleId> {
  readonly id: Id;
  readonly params: ModuleParams<Id>;
  readonly props: ModuleContracts[Id]['props'];
  /** Section that the part makes: what stands in its place until it is there bears the same id. */
  readonly section?: SectionId;
}

/** A remote's module in the page: loading, failed with a way to try again, or there. */
export function RemotePart<Id extends ModuleId>({ id, params, props, section }: RemotePartProps<Id>) {
  const { store, announce } = usePartServices();
  const read = () => store.state(id, params);
  const { attempt, retrying } = useSyncExternalStore(store.subscribe, read, read);
  const retry = async () => {
    if (await store.retry(id, params)) announce(TEXTS['fallback.recovered']);
  };
  return (
    <PartBoundary
      key={attempt.number}
      fallback={
        <Place section={section}>
          <PartFallback id={id} retrying={retrying} onRetry={() => void retry()} />
        </Place>
      }
    >
      <Suspense
        fallback={
          <Place section={section}>
            <PartLoading id={id} />
          </Place>
        }
      >
        <PartContent attempt={attempt} props={props} />
      </Suspense>
    </PartBoundary>
  );
}

function PartContent<Id extends ModuleId>({
  attempt,
  props,
}: {
  readonly attempt: Attempt<Id>;
  readonly props: ModuleContracts[Id]['props'];
}) {
  const { default: component, head } = use(attempt.module);
  const data = use(attempt.data);
  // The compiler cannot see that no module's own props bear React's `key`, so it takes no generic props as they are.
  const allProps = { ...props, data } as ModuleProps<Id> & Attributes;
  return (
    <>
      {head && <PageHeadTags head={head(data)} />}
      {createElement(component, allProps)}
    </>
  );
}

function Place({
  section,
  children,
}: {
  readonly section: SectionId | undefined;
  readonly children: ReactNode;
}) {
  return section ? <section id={section}>{children}</section> : children;
}
