import { describeError, HermesError, type ModelChoice } from '@hermes/core'
import { type ConfigChange, changeBetween } from '../config/live/config-change.js'
import type { ConfigSnapshot } from '../config/live/config-snapshot.js'
import type { RefreshOptions } from '../config/live/live-config.js'
import { type Generation, openGeneration } from './open-generation.js'
import type { OpenHome } from './open-home.js'
import { ownModel } from './own-model.js'
import type { CurrentState, SurfaceOptions, SurfaceServices } from './surface-services.js'

/** The generations of a surface, one for each version of the settings. Disposing it disposes all of them. */
export interface Generations extends AsyncDisposable {
  readonly current: Generation
  /** Returns the generation of the newest valid settings. */
  refresh(): Promise<Generation>
  /** Reloads the settings, and returns the changes instead of calling {@link Surface.onConfigChange}. */
  reload(): Promise<ConfigChange | undefined>
}

export interface GenerationsOptions extends SurfaceOptions {
  readonly home: OpenHome
  readonly services: SurfaceServices
  readonly currentState: CurrentState
}

/**
 * Opens the first generation of a surface.
 * @throws {ConfigError} when the current settings are invalid, or neither the surface's own model nor the configured one can answer.
 */
export async function openGenerations(options: GenerationsOptions): Promise<Generations> {
  const { home, services, settings, surface, currentState, model = {} } = options
  let shownRefusal = settings.refusal
  let isRefused = shownRefusal !== undefined
  let choice: ModelChoice = model
  let tried = settings.current
  let current = await open(tried)
  let switching: Promise<void> | undefined
  const retired: Generation[] = []
  let tell = (change: ConfigChange) => surface.onConfigChange?.(change)

  async function open(snapshot: ConfigSnapshot, previous?: Generation): Promise<Generation> {
    const models = await home.models(snapshot, surface)
    const own = await ownModel(models, choice)
    currentState.model ??= own.model
    const generation = await openGeneration({ home, services, snapshot, models, choice: own.choice, previous })
    choice = own.choice
    currentState.model = own.model
    currentState.hooks = generation.hooks
    services.approvals.use(snapshot.config)
    services.network.use(snapshot.config)
    return generation
  }

  /** Disposes old generations. The newest outdated one is kept, because a turn may start with an agent that was just returned. */
  async function sweep(): Promise<void> {
    for (const old of retired.slice(0, -1)) {
      if (old.isBusy) continue
      retired.splice(retired.indexOf(old), 1)
      await old[Symbol.asyncDispose]()
    }
  }

  /** Switches to new settings. Never rejects. */
  async function switchTo(snapshot: ConfigSnapshot): Promise<void> {
    const before = current
    try {
      current = await open(snapshot, before)
      retired.push(before)
      const repaired = isRefused ? ({ status: 'repaired' } as const) : undefined
      isRefused = false
      const change = changeBetween(before.snapshot, snapshot) ?? repaired
      if (change) tell(change)
      await sweep()
    } catch (error) {
      refuse(toHermesError(error))
    }
  }

  function refuse(error: HermesError): void {
    isRefused = true
    tell({ status: 'refused', error })
  }

  async function refresh(options?: RefreshOptions): Promise<Generation> {
    const snapshot = await settings.refresh(options)
    const { refusal } = settings
    if (refusal && refusal !== shownRefusal) refuse(refusal)
    shownRefusal = refusal
    if (snapshot !== tried) {
      tried = snapshot
      switching = (switching ?? Promise.resolve()).then(() => switchTo(snapshot))
    }
    await switching
    return current
  }

  return {
    get current() {
      return current
    },
    refresh: () => refresh(),
    async reload() {
      const before = tell
      let heard: ConfigChange | undefined
      tell = (change) => {
        heard = change
      }
      try {
        await refresh({ force: true })
      } finally {
        tell = before
      }
      return heard
    },
    async [Symbol.asyncDispose]() {
      for (const generation of [current, ...retired.toReversed()]) await generation[Symbol.asyncDispose]()
    },
  }
}

function toHermesError(error: unknown): HermesError {
  return HermesError.is(error) ? error : new HermesError('config/unusable', describeError(error), { cause: error })
}
