import type { ShellContract } from '@vidlunnia/contracts/release-report';
import { CONTRACT_VERSIONS } from '@vidlunnia/contracts';

interface Provided {
  /** Versions of packages. */
  readonly shared: Readonly<Record<string, string>>;
  /** The contract that it is built with. */
  readonly declarations: Readonly<Record<string, string>>;
}

/** What a shell that shows these modules and provides these packages offers: releases have to fit it. */
export function shellContract(
  moduleIds: readonly string[],
  { shared, declarations }: Provided,
): ShellContract {
  const modules: Record<string, string[]> = {};
  for (const id of moduleIds) {
    const [remote = '', module = ''] = id.split('/');
    (modules[remote] ??= []).push(module);
  }
  return {
    versions: [...CONTRACT_VERSIONS],
    modules,
    declarations: { ...declarations },
    shared: { ...shared },
  };
}
