import { ConfigError } from '@hermes/core'
import type { PlatformExtension } from '@hermes/core/extension'
import type { ConfigErrors } from '../config/sources/validate-config.js'
import { pathOfIssue, type SchemaIssue } from '../extensions/schema-issue.js'
import { schemaOfOptions } from '../extensions/schema-of-options.js'
import { similarSetting, unknownSettings } from '../extensions/unknown-settings.js'
import { commonSettings } from '../schema/platforms-schema.js'
import type { Section } from '../schema/section.js'

export interface RefusedSettings {
  /** The path of the network in the settings. */
  readonly path: string
  readonly settings: Section
  readonly options: PlatformExtension<unknown>['options']
  readonly issues: readonly SchemaIssue[]
}

/** Returns the errors of settings that a built-in chat network rejects, those about names first. */
export function settingErrors({ path, settings, options, issues }: RefusedSettings): ConfigErrors {
  const schema = schemaOfOptions(options)
  const names = [...Object.keys(schema.properties ?? {}), ...commonSettings()]
  const unknown = unknownSettings(settings, schema).map((name) => {
    const hint = similarSetting(path, name, names)
    return new ConfigError(`${path}.${name}`, `There is no setting ${path}.${name}${hint}.`)
  })
  const values = issues.filter((issue) => issue.path?.length).map((issue) => toError(path, settings, issue))
  const [first, ...rest] = [...unknown, ...values]
  return first ? [first, ...rest] : [toError(path, settings, issues[0])]
}

function toError(path: string, settings: Section, issue: SchemaIssue | undefined): ConfigError {
  const name = pathOfIssue(path, issue)
  const isMissing = issue?.path?.length === 1 && !Object.hasOwn(settings, name.slice(path.length + 1))
  const sentence = isMissing ? `${name} is missing` : `${name}: ${issue?.message ?? 'invalid'}`
  return new ConfigError(name, `${sentence}.`)
}
