import { createCompressor, createSlidingWindow } from '@hermes/compressor'
import { estimateFor } from '@hermes/compressor/tokens'
import type { ContextEngine, Logger } from '@hermes/core'
import type { AuxiliaryModel } from '@hermes/core/wiring'
import type { TextRedactor } from '@hermes/safety/redact'
import { fetchFromVariables } from '@hermes/transports'
import { loadExtension } from '../../extensions/load-extension.js'
import type { RuntimeOptions } from '../../runtime-options.js'
import { ownEngines } from '../../schema/compression-schema.js'
import type { RuntimeModel } from '../runtime-model.js'
import { summarizeWith } from './summarize-with.js'
import { thresholdOf } from './threshold-of.js'

export interface EngineServices {
  /** Returns the model that writes the summaries for an engine that serves all models; `undefined` if only the offline stand-in is available. */
  readonly summarizer: Summarizer
  readonly logger: Logger
  /** Removes secrets from the input of the summary model. */
  readonly redactor: TextRedactor
}

export type Summarizer = () => AuxiliaryModel | undefined

/** Returns the engine for conversations with a model; `undefined` if compression is off. */
export type EngineFor = (
  model: Pick<RuntimeModel, 'provider' | 'id' | 'contextWindow'>,
  summarizer: Summarizer,
) => ContextEngine | undefined

/**
 * Chooses the configured context engine: one per model, or one engine of an extension for all models.
 * @throws {ConfigError} when the extension cannot be loaded.
 */
export async function chooseEngine(
  { config, paths, variables }: Pick<RuntimeOptions, 'config' | 'paths' | 'variables'>,
  { summarizer, logger, redactor }: EngineServices,
): Promise<EngineFor> {
  const { compression, context } = config
  const { engine: name, ...options } = context
  if (!compression.enabled) return () => undefined
  const settings = {
    protectFirst: compression.protect_first_n,
    protectLast: compression.protect_last_n,
    targetRatio: compression.target_ratio,
  }
  if (name === 'sliding-window')
    return onePerModel((used) => createSlidingWindow({ ...settings, threshold: thresholdOf(compression, used) }))
  if (name === 'compressor')
    return onePerModel((used, summarizer) =>
      createCompressor({
        ...settings,
        threshold: thresholdOf(compression, used),
        pruneFirst: compression.prune_first,
        // An exact tokenizer would cost more time than it is worth, because the provider's counts correct the estimate.
        countTokens: estimateFor(used.id),
        redactor,
        ...summarizerOf(summarizer),
      }),
    )
  const engine = await loadExtension({
    kind: 'context-engine',
    path: 'context',
    key: 'engine',
    section: { ...options, use: name },
    home: paths.home,
    own: ownEngines,
    services: { fetch: fetchFromVariables(variables), logger, summarizer },
  })
  return () => engine
}

/** Creates one engine per model, which serves all conversations with it. */
function onePerModel(create: (...model: Parameters<EngineFor>) => ContextEngine): EngineFor {
  const engines = new Map<string, ContextEngine>()
  return (model, summarizer) => {
    const name = JSON.stringify([model.provider, model.id, model.contextWindow])
    const engine = engines.get(name) ?? create(model, summarizer)
    engines.set(name, engine)
    return engine
  }
}

/** Returns the options for summaries. Without a model, the engine writes rule-based summaries. */
function summarizerOf(summarizer: Summarizer) {
  const asked = summarizer()
  if (!asked) return {}
  const { contextWindow } = asked.model
  return {
    summarize: summarizeWith(summarizer),
    ...(contextWindow !== undefined && { summarizerTokens: contextWindow }),
  }
}
