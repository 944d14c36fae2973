import { HermesError, TransportError } from '@hermes/core'
import { findPreset } from '@hermes/transports'
import { type Catalog, listServerModels } from '@hermes/transports/catalog'
import type { ModelRow } from '../../render/tables/model-table.js'
import type { ModelDraft } from './model-draft.js'

export interface ListedModels {
  readonly rows: readonly ModelRow[]
  /** The address that answered, where the given one lacked its `/v1`. */
  readonly baseUrl?: string
  /** The server refused the key, or asks for one. */
  readonly refusal?: TransportError
}

/** The models of a provider: from the server, where it is the user's own, else from the catalog. Empty if none are known. */
export async function listModels(draft: ModelDraft, catalog: Catalog): Promise<ListedModels> {
  const { provider = 'custom', baseUrl } = draft
  if (baseUrl === undefined) {
    const rows = catalog.list(provider).filter(({ output }) => output.includes('text'))
    const first = findPreset(provider)?.defaultModel
    return { rows: rows.toSorted((left, right) => Number(right.id === first) - Number(left.id === first)) }
  }
  const plain = baseUrl.replace(/(?<!\/)\/+$/, '')
  const candidates = [plain, ...(/\/v\d+$/.test(plain) ? [] : [`${plain}/v1`])]
  for (const candidate of candidates) {
    const listed = await ask(candidate, draft)
    if (listed instanceof Error) return { rows: [], refusal: listed }
    if (listed) return { rows: listed, ...(candidate !== baseUrl && { baseUrl: candidate }) }
  }
  return { rows: [] }
}

/** `undefined`: no list of models is there, which the trial of the model explains. */
async function ask(
  baseUrl: string,
  { provider = 'custom', apiKey }: ModelDraft,
): Promise<readonly ModelRow[] | TransportError | undefined> {
  try {
    const signal = new AbortController().signal
    const models = await listServerModels({ baseUrl, ...(apiKey !== undefined && { apiKey }), signal })
    return models.map((model) => ({ provider, ...model }))
  } catch (error) {
    if (!HermesError.is(error)) throw error
    return TransportError.is(error.cause) ? error.cause : undefined
  }
}
