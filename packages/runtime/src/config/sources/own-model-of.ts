import { idOfServer } from '@hermes/transports'
import { isSection, type Section } from '../../schema/section.js'

/** A model on a server of the user. */
export interface OwnModel {
  /** The name of the server in the section `providers`. */
  readonly provider: string
  readonly model: string
}

/**
 * Parses `lab:large-v2`, where `lab` is a server of the section `providers`, in any case, or its display name. The model may contain
 * colons. Returns `undefined` if the text names no such server; it may then be a model with a colon, such as `qwen3:8b`.
 */
export function ownModelOf(text: string, { providers }: { readonly providers?: unknown }): OwnModel | undefined {
  const [, name, model] = /^((?:custom:)?[^:/]+):(\S+)$/i.exec(text.trim()) ?? []
  if (name === undefined || model === undefined || !isSection(providers)) return undefined
  const wanted = idOfServer(name)
  const ids = Object.keys(providers)
  const provider = ids.find((id) => id === wanted) ?? ids.find((id) => displayId(providers[id]) === wanted)
  return provider === undefined ? undefined : { provider, model }
}

function displayId(server: unknown): string | undefined {
  return isSection(server) && typeof server.name === 'string' ? idOfServer(server.name) : undefined
}

/** Splits a model such as `lab:large-v2` in the settings into the server and the model. A provider or an address next to the model is kept. */
export function withOwnModel(settings: Section, servers: Section): Section {
  const { model } = settings
  if (!isSection(model) || typeof model.default !== 'string') return settings
  const { provider = 'auto', base_url: address } = model
  const own = provider === 'auto' && address === undefined ? ownModelOf(model.default, servers) : undefined
  return own ? { ...settings, model: { ...model, provider: own.provider, default: own.model } } : settings
}
