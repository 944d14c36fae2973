import type { ConfigInput } from '../../schema/config-schema.js'
import { modelAliasesSchema } from '../../schema/model-aliases-schema.js'
import type { Section } from '../../schema/section.js'
import { toNamedModel } from './model-aliases-of.js'

/**
 * Replaces a short name on the command line (`-m fast`) with its model and server. A provider or an address on the command line takes
 * precedence. Invalid short names are left for validation to report.
 */
export function withNamedModel(overrides: ConfigInput, { model_aliases: aliases }: Section): ConfigInput {
  const name = overrides.model?.default
  const known = modelAliasesSchema().safeParse(aliases).data ?? {}
  const named = name !== undefined && Object.hasOwn(known, name) ? known[name] : undefined
  if (!named) return overrides
  const { model, ...server } = { ...named, provider: toNamedModel(named).provider }
  const isElsewhere = overrides.model?.provider !== undefined
  return { ...overrides, model: { ...(!isElsewhere && server), ...overrides.model, default: model } }
}
