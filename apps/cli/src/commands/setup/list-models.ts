import { HermesError, TransportError } from '@hermes/core'
import type { Variables } from '@hermes/runtime'
import { fetchFromVariables, findPreset } from '@hermes/transports'
import { type Catalog, listServerModels } from '@hermes/transports/catalog'
import type { ModelRow } from '../../render/tables/model-table.js'
import type { ModelDraft } from './model-draft.js'

export interface ListedModels {
  readonly rows: readonly ModelRow[]
  /** Address that answered, if the given one lacked its `/v1`. */
  readonly baseUrl?: string
  /** Error of a server that rejected the key, or requires one. */
  readonly refusal?: TransportError
  /** Why the server returned no list, other than a refusal. */
  readonly failure?: HermesError
}

export interface ListingServices {
  readonly catalog: Catalog
  /** Environment variables, which may name a proxy. */
  readonly variables: Variables
}

/** Lists the models of a provider: from the server if it is the user's own, otherwise from the catalog. Empty if none are known. */
export async function listModels(draft: ModelDraft, { catalog, variables }: ListingServices): Promise<ListedModels> {
  const { provider = 'custom', baseUrl } = draft
  if (baseUrl === undefined) {
    const rows = catalog.list(provider).filter(({ output }) => output.includes('text'))
    const first = findPreset(provider)?.defaultModel
    return { rows: rows.toSorted((left, right) => Number(right.id === first) - Number(left.id === first)) }
  }
  const plain = baseUrl.replace(/(?<!\/)\/+$/, '')
  const candidates = [plain, ...(/\/v\d+$/.test(plain) ? [] : [`${plain}/v1`])]
  const fetch = fetchFromVariables(variables)
  let failure: HermesError | undefined
  for (const candidate of candidates) {
    const listed = await ask(candidate, draft, fetch)
    if (TransportError.is(listed)) return { rows: [], refusal: listed }
    if (!HermesError.is(listed)) return { rows: listed, ...(candidate !== baseUrl && { baseUrl: candidate }) }
    failure ??= listed
  }
  return { rows: [], ...(failure && { failure }) }
}

/** Resolves to the models, or to why there is no list: a `TransportError` if the key was rejected. */
async function ask(
  baseUrl: string,
  { provider = 'custom', apiKey }: ModelDraft,
  fetch: typeof globalThis.fetch,
): Promise<readonly ModelRow[] | HermesError> {
  try {
    const signal = new AbortController().signal
    const models = await listServerModels({ baseUrl, fetch, ...(apiKey !== undefined && { apiKey }), signal })
    return models.map((model) => ({ provider, ...model }))
  } catch (error) {
    if (!HermesError.is(error)) throw error
    return TransportError.is(error.cause) ? error.cause : error
  }
}
