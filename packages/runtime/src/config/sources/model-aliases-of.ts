import type { ModelChoice } from '@hermes/core'
import type { Config } from '../../schema/config-schema.js'

/** The model and the server that a short name stands for. */
export type NamedModel = ModelChoice & { readonly model: string }

export function modelAliasesOf({ model_aliases: aliases }: Config): Readonly<Record<string, NamedModel>> {
  return Object.fromEntries(Object.entries(aliases).map(([name, named]) => [name, toNamedModel(named)]))
}

/** Converts a model from the format of the settings. */
export function toNamedModel(named: Config['model_aliases'][string]): NamedModel {
  const { model, provider, base_url: baseUrl, api_mode: apiMode, context_length: contextWindow } = named
  return {
    model,
    // An address without a provider belongs to a server of the user.
    ...(provider !== undefined ? { provider } : baseUrl !== undefined && { provider: 'custom' }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiMode !== undefined && { apiMode }),
    ...(contextWindow !== undefined && { contextWindow }),
  }
}
