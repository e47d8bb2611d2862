/** Documents for Kubernetes, as far as tests look at them; that they keep to the whole schema is a test of its own. */
export type Manifest =
  | Controller
  | Namespace
  | NetworkPolicy
  | PersistentVolumeClaim
  | PodDisruptionBudget
  | Service;

export type Controller = Deployment | StatefulSet;

export type Labels = Readonly<Record<string, string>>;

interface Document<Kind extends string> {
  readonly apiVersion: string;
  readonly kind: Kind;
  readonly metadata?: Metadata;
}

interface Metadata {
  readonly name?: string;
  readonly labels?: Labels;
}

interface Selector {
  readonly matchLabels?: Labels;
}

type Namespace = Document<'Namespace'>;

interface PersistentVolumeClaim extends Document<'PersistentVolumeClaim'> {
  readonly spec?: object;
}

interface PodDisruptionBudget extends Document<'PodDisruptionBudget'> {
  readonly spec?: { readonly maxUnavailable?: number | string; readonly selector?: Selector };
}

interface Service extends Document<'Service'> {
  readonly spec?: {
    readonly clusterIP?: string;
    readonly selector?: Labels;
    readonly ports?: readonly { readonly targetPort?: number | string }[];
  };
}

interface NetworkPolicy extends Document<'NetworkPolicy'> {
  readonly spec?: {
    readonly podSelector: Selector;
    readonly egress?: readonly { readonly to?: readonly Peer[] }[];
    readonly ingress?: readonly { readonly from?: readonly Peer[] }[];
  };
}

interface Peer {
  readonly podSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string };
}

interface Deployment extends Document<'Deployment'> {
  readonly spec?: ControllerSpec;
}

interface StatefulSet extends Document<'StatefulSet'> {
  readonly spec?: ControllerSpec & { readonly volumeClaimTemplates?: readonly PersistentVolumeClaim[] };
}

interface ControllerSpec {
  readonly replicas?: number;
  readonly selector: Selector;
  readonly template: { readonly metadata?: Metadata; readonly spec?: Pod };
}

export interface Pod {
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly Volume[];
  readonly affinity?: {
    readonly podAffinity?: {
      readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly (Spread & {
        readonly topologyKey: string;
      })[];
    };
  };
  readonly topologySpreadConstraints?: readonly Spread[];
  readonly terminationGracePeriodSeconds?: number;
}

interface Spread {
  readonly labelSelector?: Selector;
}

interface Volume {
  readonly name: string;
  readonly secret?: { readonly secretName?: string };
  readonly configMap?: { readonly name?: string; readonly optional?: boolean };
  readonly persistentVolumeClaim?: { readonly claimName: string };
}

export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly env?: readonly Variable[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name?: string } }[];
  readonly ports?: readonly { readonly name?: string; readonly containerPort: number }[];
  readonly volumeMounts?: readonly VolumeMount[];
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly securityContext?: object;
  readonly resources?: object;
}

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly configMapKeyRef?: { readonly name?: string; readonly key: string; readonly optional?: boolean };
  };
}

interface VolumeMount {
  readonly name: string;
  readonly mountPath: string;
  readonly subPath?: string;
  readonly readOnly?: boolean;
}

interface Probe {
  readonly httpGet?: { readonly path?: string; readonly port: number | string };
}
