import { describeError, type SlashCommand } from '@hermes/core'
import { createCleanup } from '@hermes/safety'
import { fetchFromVariables } from '@hermes/transports'
import type { ConfigSnapshot } from '../config/live/config-snapshot.js'
import type { Feature, Host } from '../host.js'
import type { FeatureEntry } from './define-feature.js'
import { sameName } from './plugins/same-name.js'

/** The features for one version of the settings. Disposing it disposes the features that no other set uses. */
export interface FeatureSet extends AsyncDisposable {
  /** The enabled features, in order. */
  readonly features: readonly Feature[]
  /** Returns the commands of the enabled features, and the commands that answer in place of the others. Evaluated on each call. */
  commands(): readonly SlashCommand[]
  /** All features, whether enabled or not. */
  readonly list: readonly FeatureStatus[]
  readonly isBusy: boolean
  /** The features that another set can reuse. */
  readonly held: ReadonlyMap<string, HeldFeature>
}

export interface FeatureStatus {
  readonly kind: 'feature' | 'plugin'
  readonly name: string
  readonly summary: string
  readonly isOn: boolean
  /** The feature. Absent if it is disabled, not applicable here, or has failed. */
  readonly feature?: Feature
  /** Why the feature did not start. */
  readonly failure?: string
  /** How long loading and creating the feature took, in milliseconds. */
  readonly costMs: number
}

/** A feature shared by one or more sets. */
export interface HeldFeature {
  readonly key: string
  readonly status: FeatureStatus
  holders: number
}

export interface OpenFeaturesOptions {
  readonly entries: readonly FeatureEntry[]
  readonly host: Omit<Host, 'settings'>
  readonly snapshot: ConfigSnapshot
  /** A set whose features are reused if their settings are equal. */
  readonly previous?: FeatureSet | undefined
}

/** Loads and creates the enabled features one after another. A failure leaves nothing behind, unless the feature may fail. */
export async function openFeatures({ entries, host, snapshot, previous }: OpenFeaturesOptions): Promise<FeatureSet> {
  const held = new Map<string, HeldFeature>()
  await using opening = createCleanup()
  for (const entry of entries) {
    const isOn = entry.isOn(snapshot.config, host)
    const key = `${isOn} ${entry.keyOf(snapshot)}`
    const former = previous?.held.get(entry.name)
    const own: HeldFeature =
      former?.key === key
        ? former
        : { key, status: isOn ? await openFeature(entry, { host, snapshot, held }) : switchedOff(entry), holders: 0 }
    own.holders += 1
    opening.defer(() => release(own))
    held.set(entry.name, own)
  }
  const list = [...held.values()].map(({ status }) => status)
  const features = list.flatMap(({ feature }) => feature ?? [])
  const answers = new Map(entries.map(({ name, commandWhenOff }) => [name, commandWhenOff]))
  const ending = opening.move()
  return {
    features,
    commands: () => list.flatMap(({ name, isOn, feature }) => (isOn ? feature?.commands : answers.get(name)) ?? []),
    list,
    held,
    get isBusy() {
      return features.some((feature) => feature.isBusy?.() === true)
    },
    [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose](),
  }
}

function switchedOff({ kind, name, summary }: FeatureEntry): FeatureStatus {
  return { kind, name, summary, isOn: false, costMs: 0 }
}

async function openFeature(
  entry: FeatureEntry,
  { host, snapshot, held }: Pick<OpenFeaturesOptions, 'host' | 'snapshot'> & Pick<FeatureSet, 'held'>,
): Promise<FeatureStatus> {
  const { kind, name, summary, mayFail = false } = entry
  const begin = performance.now()
  const status = () => ({ kind, name, summary, isOn: true, costMs: performance.now() - begin })
  try {
    const create = await entry.load()
    const { variables } = snapshot
    // The variables of the snapshot may name another proxy.
    const fetch = variables === host.variables ? host.fetch : fetchFromVariables(variables)
    const feature = await create({ ...host, variables, fetch }, snapshot.config)
    const existing = kind === 'plugin' && feature ? withName(feature.name, held) : undefined
    if (feature && existing !== undefined) {
      await feature[Symbol.asyncDispose]?.()
      throw sameName({ path: 'plugins', plugin: name, name: feature.name, existing })
    }
    return { ...status(), ...(feature && { feature }) }
  } catch (error) {
    if (!mayFail) throw error
    const failure = describeError(error)
    host.logger.log('warn', `The ${kind} ${name} is not used: ${failure}`)
    return { ...status(), failure }
  }
}

/** Returns the feature or plugin that has this name, as it is called in the settings. */
function withName(name: string, held: FeatureSet['held']): string | undefined {
  for (const { status } of held.values()) if (status.feature?.name === name) return `the ${status.kind} ${status.name}`
  return undefined
}

async function release(held: HeldFeature): Promise<void> {
  held.holders -= 1
  if (held.holders === 0) await held.status.feature?.[Symbol.asyncDispose]?.()
}
