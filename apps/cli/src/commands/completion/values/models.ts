import { type Config, openCatalog, ownServers } from '@hermes/runtime'
import { findPreset, providerPresets } from '@hermes/transports'
import type { Candidate } from '../../../arguments/complete-words.js'
import { configOf } from './settings.js'
import type { ValueSource } from './value-source.js'

/** Completes the names in `model_aliases`, and the models of the given or configured provider, or of all providers if there is none. */
export const modelValues: ValueSource = async (request) => {
  const config = await configOf(request)
  const provider = request.given.provider ?? config.model.provider
  const catalog = openCatalog(request.paths, { config })
  const isOffered = (id: string) => findPreset(id) !== undefined || Object.hasOwn(config.providers, id)
  const isListed = isOffered(provider) && catalog.list(provider).length > 0
  const listed = catalog.list(isListed ? provider : undefined)
  const own = config.model.default ? [{ word: config.model.default, description: 'configured' }] : []
  const others = listed
    .filter((model) => isOffered(model.provider) && model.output.includes('text') && model.id !== config.model.default)
    .map(({ id, provider: server }) => ({ word: id, description: server }))
  return [...aliasesOf(config, request.given.provider), ...own, ...others]
}

/** With a given provider, only aliases that it may serve. */
function aliasesOf({ model_aliases: aliases }: Config, given: string | undefined): readonly Candidate[] {
  return Object.entries(aliases)
    .filter(([, { provider }]) => given === undefined || provider === undefined || provider === given)
    .map(([word, { model }]) => ({ word, description: model }))
}

export const providerValues: ValueSource = async (request) => {
  const servers = ownServers(await configOf(request))
  return [...servers, ...providerPresets].map(({ id, name }) => ({ word: id, description: name }))
}
