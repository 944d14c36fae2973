import type { Logger, Transport } from '@hermes/core'
import type { Config } from '../../config/config-schema.js'
import { chooseModel } from '../../model/choose-model.js'
import { chooseTransport } from '../../model/choose-transport.js'
import type { ChainOptions } from '../../model/retrying-transport.js'
import type { RuntimeModel } from '../../runtime.js'
import { childConfig } from './child-config.js'

/** Who answers. */
export interface ModelInUse {
  readonly transport: Transport
  readonly model: RuntimeModel
  /** The settings that hold for it. */
  readonly config: Config
}

export interface ChildModelsOptions extends ChainOptions {
  /** What the conversation is held with. */
  readonly main: ModelInUse
  /** Puts a recording around a transport, where one is made. */
  readonly record: (transport: Transport) => Transport
  readonly logger: Logger
}

/**
 * Gives the model of sub-agents, or the one that a task asks for. Each is set up when it is first needed.
 * The function rejects with a {@link ConfigError} when no call to it could succeed.
 */
export function childModels(options: ChildModelsOptions): (model?: string) => Promise<ModelInUse> {
  const { main, record, logger, known, config } = options
  const ready = new Map<string, Promise<ModelInUse>>()

  async function setUp(model?: string): Promise<ModelInUse> {
    const own = childConfig(config, model)
    if (!own) return main
    const chosen = await chooseTransport({ ...options, config: own }, logger)
    return { transport: record(chosen.transport), model: (await chooseModel(chosen, own, known)).model, config: own }
  }

  return (model) => {
    const key = model ?? ''
    const found = ready.get(key) ?? setUp(model)
    ready.set(key, found)
    // What failed may be mended by the next time.
    found.catch(() => ready.delete(key))
    return found
  }
}
