import { InterruptError, type Logger, type SessionStore, type Transport } from '@hermes/core'
import type { AuxiliaryModel, AuxiliaryTask } from '@hermes/core/wiring'
import type { ResolvedProvider } from '@hermes/transports'
import { type FallbackMember, withFallback } from '@hermes/transports/wrap'
import { toMs } from '../../schema/to-ms.js'
import { nameOf } from '../resolve-reference.js'
import { type ChainOptions, retryingTransport } from '../retrying-transport.js'
import type { RuntimeModel } from '../runtime-model.js'
import type { SideProviders } from './side-providers.js'
import { withLifetime } from './with-lifetime.js'
import { withSideCalls } from './with-side-calls.js'
import { withSideUsage } from './with-side-usage.js'
import { withTimeLimit } from './with-time-limit.js'

/** The models of side tasks. Disposing it aborts their calls. */
export interface Auxiliary extends Disposable {
  /** Returns the model of a side task; `undefined` if only the offline stand-in is available. */
  model(task: AuxiliaryTask): AuxiliaryModel | undefined
}

export interface AuxiliaryOptions extends ChainOptions {
  readonly sideProviders: SideProviders
  /** The conversation's transport and model: tried last, or the only ones if the task has no provider. */
  readonly main: { readonly transport: Transport; readonly model: RuntimeModel }
  readonly store: SessionStore
  readonly logger: Logger
  /** Wraps the transport of a task with the configured recording. */
  readonly record: (transport: Transport) => Transport
}

/**
 * Creates the models of side tasks. A side task tries its own provider, then its `fallback_chain`, then the model of the conversation with its fallbacks.
 * Each gets one call within the task's time limit; only the conversation's transport retries. Attempts are reported by notices and logged.
 */
export function wireAuxiliary(options: AuxiliaryOptions): Auxiliary {
  const { main, logger, record } = options
  const lifetime = new AbortController()
  const models = new Map<AuxiliaryTask, AuxiliaryModel>()

  function create(task: AuxiliaryTask): AuxiliaryModel | undefined {
    const [first, ...others] = membersOf(task, options)
    if (!first) return undefined
    const transport =
      others.length === 0 ? first.transport : withFallback([first, ...others], { canRestart: true, longestWaitMs: 0 })
    return {
      transport: record(withLifetime(transport, { lifetime: lifetime.signal, task, logger })),
      model: modelOf(task, first.model ?? main.model.id, options),
    }
  }

  return {
    model(task) {
      // Created once, because the transports remember which providers are unavailable.
      const model = models.get(task) ?? create(task)
      if (model) models.set(task, model)
      return model
    },
    [Symbol.dispose]: () => lifetime.abort(new InterruptError('Hermes is shutting down: a side task was aborted.')),
  }
}

function membersOf(task: AuxiliaryTask, options: AuxiliaryOptions): readonly FallbackMember[] {
  const { sideProviders, main, store, logger, config } = options
  const limitMs = toMs(config.auxiliary[task].timeout)
  const member = (transport: Transport, provider: string): Transport =>
    withSideUsage(withSideCalls(withTimeLimit(transport, limitMs), { task, provider }), {
      task,
      provider,
      store,
      logger,
    })
  const own = sideProviders[task].map((resolved) =>
    toMember(resolved, member(retryingTransport(resolved, options, 1), resolved.provider)),
  )
  if (main.model.isOffline) return own
  const last = { transport: member(main.transport, main.model.provider), model: main.model.id, name: main.model.id }
  return [...own, last]
}

function toMember(resolved: ResolvedProvider, transport: Transport): FallbackMember {
  return { transport, model: resolved.model, name: nameOf(resolved) }
}

function modelOf(
  task: AuxiliaryTask,
  id: string,
  { config, known, sideProviders, main }: AuxiliaryOptions,
): AuxiliaryModel['model'] {
  const { reasoning_effort: reasoning } = config.auxiliary[task]
  const [first] = sideProviders[task]
  const contextWindow = first
    ? (known.learned.find(first.baseUrl, id) ?? known.catalog.find(first.provider, id)?.contextWindow)
    : main.model.contextWindow
  return { id, ...(contextWindow !== undefined && { contextWindow }), ...(reasoning && { reasoning }) }
}
