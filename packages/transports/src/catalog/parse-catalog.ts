import { HermesError } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { recordAt, textAt, type WireRecord } from '../shared/json.js'
import type { CatalogEdition, CatalogModel, Modality, ModelPrice, PriceTier, TokenPrices } from './model.js'
import { toMicroUsd } from './money.js'
import { presetIdOf } from './provider-names.js'

export interface ParseCatalogOptions {
  /** Version to use if the JSON contains none. Default: `unknown`. */
  readonly version?: string
}

/**
 * Parses the format of models.dev: providers by name (`api.json`), or an object with `providers` and optionally
 * `source` and `snapshot` (`catalog.json`). Skips models without a context window, invalid fields, and any price with an invalid part.
 * @throws {HermesError} `catalog/invalid` when the JSON has another format or contains no model.
 */
export function parseCatalog(json: unknown, { version = 'unknown' }: ParseCatalogOptions = {}): CatalogEdition {
  const root = isRecord(json) ? json : {}
  const edition = {
    source: textAt(root, 'source') || 'models.dev',
    version: textAt(root, 'snapshot') || version,
  }
  const providers = isRecord(root.providers) ? root.providers : root
  const models = Object.keys(providers).flatMap((name) =>
    Object.entries(recordAt(recordAt(providers, name), 'models')).flatMap(([id, row]) =>
      isRecord(row) ? parseModel(presetIdOf(name), id, row, edition) : [],
    ),
  )
  if (models.length > 0) return { ...edition, models }
  throw new HermesError('catalog/invalid', 'This is not a model catalog in the format of models.dev.')
}

function parseModel(
  provider: string,
  id: string,
  row: WireRecord,
  edition: Pick<ModelPrice, 'source' | 'version'>,
): CatalogModel[] {
  const limit = recordAt(row, 'limit')
  const modalities = recordAt(row, 'modalities')
  const contextWindow = tokensAt(limit, 'context')
  if (contextWindow === undefined) return []
  const maxOutputTokens = tokensAt(limit, 'output')
  const price = parsePrice(recordAt(row, 'cost'), edition)
  const modes = recordAt(recordAt(row, 'experimental'), 'modes')
  const fastPrice = parsePrice(recordAt(recordAt(modes, 'fast'), 'cost'), edition)
  return [
    {
      provider,
      id,
      contextWindow,
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      input: modalitiesAt(modalities, 'input'),
      output: modalitiesAt(modalities, 'output'),
      reasoning: row.reasoning === true,
      toolCalls: row.tool_call === true,
      ...(price && { price }),
      ...(fastPrice && { fastPrice }),
    },
  ]
}

function parsePrice(cost: WireRecord, edition: Pick<ModelPrice, 'source' | 'version'>): ModelPrice | undefined {
  const prices = parsePrices(cost)
  const tiers = parseTiers(cost)
  if (!prices || !tiers) return undefined
  return { ...prices, ...(tiers.length > 0 && { tiers }), ...edition }
}

function parsePrices(cost: WireRecord): TokenPrices | undefined {
  const input = usdAt(cost, 'input')
  const output = usdAt(cost, 'output')
  if (input === undefined || output === undefined) return undefined
  const cacheRead = usdAt(cost, 'cache_read')
  const cacheWrite = usdAt(cost, 'cache_write')
  return {
    input,
    output,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  }
}

/** Parses the prices of long prompts, in the current or the older format. Returns `undefined` if there are tiers of another kind. */
function parseTiers(cost: WireRecord): readonly PriceTier[] | undefined {
  const older = isRecord(cost.context_over_200k) ? [withSize(cost.context_over_200k, 200_000)] : []
  const tiers = (Array.isArray(cost.tiers) ? cost.tiers : older).map(parseTier)
  const known = tiers.filter((tier) => tier !== undefined)
  return known.length === tiers.length ? known : undefined
}

function withSize(prices: WireRecord, size: number): WireRecord {
  return { ...prices, tier: { type: 'context', size } }
}

function parseTier(row: unknown): PriceTier | undefined {
  if (!isRecord(row)) return undefined
  const tier = recordAt(row, 'tier')
  const abovePromptTokens = tokensAt(tier, 'size')
  const prices = parsePrices(row)
  if (!prices || abovePromptTokens === undefined || tier.type !== 'context') return undefined
  return { abovePromptTokens, ...prices }
}

function tokensAt(record: WireRecord, key: string): number | undefined {
  const value = record[key]
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}

function usdAt(record: WireRecord, key: string): number | undefined {
  const value = record[key]
  return typeof value === 'number' && value >= 0 && value < 1_000_000 ? toMicroUsd(value) : undefined
}

const known: readonly Modality[] = ['text', 'image', 'audio', 'video', 'pdf']

function modalitiesAt(record: WireRecord, key: string): readonly Modality[] {
  const value = record[key]
  return Array.isArray(value) ? known.filter((modality) => value.includes(modality)) : ['text']
}
