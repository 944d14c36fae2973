import { describeError, HermesError, TransportError, type TransportErrorKind } from '@hermes/core'
import { nearestNames } from '@hermes/safety'
import type { ModelDraft } from './model-draft.js'

/** What the user can do about a model that did not answer. */
export type Remedial = 'again' | 'credential' | 'model' | 'address' | 'provider' | 'save'

export interface FailureAdvice {
  /** What happened and what it means. */
  readonly text: string
  /** Possible remedies, most likely first. */
  readonly remedies: readonly Remedial[]
}

export interface FailedTrial {
  readonly error: unknown
  readonly draft: ModelDraft
  /** Whether the address belongs to the user's own server. */
  readonly isOwnServer: boolean
  /** Known models of the provider. */
  readonly models: readonly string[]
}

/** For example, LiteLLM without a database answers an unknown key with 400. */
const wrongKeyHint = 'Some servers also answer like this to a wrong key.'

/** Explains why a model did not answer, and what may help. */
export function adviceFor(trial: FailedTrial): FailureAdvice {
  const { error, isOwnServer, draft } = trial
  const text = describeError(error)
  const elsewhere: readonly Remedial[] = isOwnServer ? ['address', 'provider'] : ['provider']
  const kind = TransportError.is(error) ? error.kind : undefined
  switch (kind) {
    case 'auth':
      return { text, remedies: ['credential', ...elsewhere, 'save'] }
    case 'invalid-request':
      return draft.apiKey === undefined
        ? { text, remedies: ['model', ...elsewhere, 'again', 'save'] }
        : { text: joined(text, wrongKeyHint), remedies: ['model', 'credential', ...elsewhere, 'again', 'save'] }
    case 'model-not-found':
      return { text: joined(text, nearestModels(trial)), remedies: ['model', 'provider', 'save'] }
    case 'network':
    case 'timeout':
      return { text: joined(text, hintFor(kind, isOwnServer)), remedies: ['again', ...elsewhere, 'save'] }
    case 'protocol':
      return { text: joined(text, hintFor(kind, isOwnServer)), remedies: [...elsewhere, 'again', 'save'] }
    case 'billing':
      return { text, remedies: ['again', 'credential', 'provider', 'save'] }
    default:
      return { text, remedies: [...(HermesError.is(error) ? [] : elsewhere), 'again', 'model', 'provider', 'save'] }
  }
}

function hintFor(kind: TransportErrorKind, isOwnServer: boolean): string | undefined {
  if (kind === 'protocol' && !isOwnServer)
    return 'A network that asks for a login first, as in a hotel or a train, answers with its own page: open any page in a browser and log in there.'
  if (isOwnServer) return undefined
  return 'Check that this machine is online. Behind a proxy, set HTTPS_PROXY.'
}

function nearestModels({ draft, models }: FailedTrial): string | undefined {
  const names = nearestNames(draft.model ?? '', models, { limit: 3 })
  return names.length === 0 ? undefined : `The nearest names are ${names.join(', ')}.`
}

function joined(text: string, hint: string | undefined): string {
  return hint === undefined ? text : `${text} ${hint}`
}
