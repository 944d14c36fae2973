import { withEstimatedUsage } from '@hermes/compressor/tokens'
import { describeError, type Logger, type ModelRequest, type Transport } from '@hermes/core'
import type { ResolvedProvider } from '@hermes/transports'
import {
  type Catalog,
  hourCachePrice,
  type LearnedWindows,
  type ModelPrice,
  withLearning,
  withPricing,
} from '@hermes/transports/catalog'
import type { RuntimeOptions } from '../runtime-options.js'
import { isFast } from './fast-mode.js'
import { openCatalog, openLearnedWindows } from './open-catalog.js'
import { openServerWindows, type ServerWindows } from './server-windows.js'

/** Provides model data from the config, the catalog, and answers of providers. */
export interface KnownModels {
  readonly catalog: Pick<Catalog, 'find' | 'list'>
  readonly learned: Pick<LearnedWindows, 'find'>
  readonly servers: Pick<ServerWindows, 'of'>
  /** Wraps a provider's transport. It adds costs to answers, counts calls that were cut off, and learns context windows from rejections. */
  around(transport: Transport, provider: Pick<ResolvedProvider, 'provider' | 'baseUrl' | 'apiMode'>): Transport
}

export function openKnownModels(
  { paths, config }: Pick<RuntimeOptions, 'paths' | 'config'>,
  logger: Logger,
): KnownModels {
  const catalog = openCatalog(paths, { config, logger })
  const learned = openLearnedWindows(paths, { logger })
  const isHourly = config.prompt_caching.cache_ttl === '1h'

  return {
    catalog,
    learned,
    servers: openServerWindows(paths, { logger }),
    around(transport, { provider, baseUrl, apiMode }) {
      const priceOf = ({ model, providerOptions }: ModelRequest): ModelPrice | undefined => {
        const found = catalog.find(provider, model)
        const price = isFast(providerOptions?.[transport.id]) ? found?.fastPrice : found?.price
        return price && isHourly && keepsForAnHour.has(apiMode) && price.source !== 'config'
          ? hourCachePrice(price)
          : price
      }
      const learn = (model: string, contextWindow: number) =>
        learned.learn(baseUrl, model, contextWindow).catch((error: unknown) => {
          // The call has already failed: an error here must not hide its cause.
          logger.log('warn', describeError(error))
        })
      return withPricing(withEstimatedUsage(withLearning(transport, learn)), priceOf, { logger })
    },
  }
}

/** The API modes that support `prompt_caching.cache_ttl`. */
const keepsForAnHour: ReadonlySet<string> = new Set(['anthropic_messages', 'bedrock_converse'])
