import { ConfigError } from '@hermes/core'
import type { Variables } from '../../home/home-paths.js'
import { isSection, type Section } from '../../schema/section.js'
import { findConfigKey, listConfigKeys } from '../document/config-keys.js'
import { findReference, type Reference } from './substitute-variables.js'
import type { DescribeOrigin } from './validate-config.js'

/** The sections with secrets that callers present to a server of Hermes. */
export const callerSections = ['gateway', 'webhooks', 'mcp_serve'] as const
export type CallerSection = (typeof callerSections)[number]

export interface UnsetSecretsOptions {
  readonly sections: readonly CallerSection[]
  readonly variables: Variables
  readonly describeOrigin: DescribeOrigin
}

/**
 * Returns the secrets of these sections that still contain a reference to a variable. Anyone who has seen the config file, for example in
 * the documentation or a repository, could send the reference as the secret.
 */
export function unsetSecrets(
  values: Section,
  { sections, variables, describeOrigin }: UnsetSecretsOptions,
): readonly ConfigError[] {
  const found = sections.flatMap((name) => referencesIn(values[name], [name]))
  if (found.length === 0) return []
  const keys = listConfigKeys()
  return found.flatMap(({ path, reference }) => {
    const name = path.join('.')
    if (!findConfigKey(name, keys)?.isSecret) return []
    const origin = describeOrigin(path)
    const sentence = `${name} still contains ${reference.text}, which anyone could send: ${remedyFor(reference, variables)}`
    return [new ConfigError(name, `${sentence}${origin && `; see ${origin}`}.`)]
  })
}

function remedyFor({ variable }: Reference, variables: Variables): string {
  return variables[variable] === undefined
    ? `set the variable ${variable} in the environment or in .env`
    : 'write the secret itself, because references are only replaced in config.yaml'
}

interface FoundReference {
  readonly path: readonly string[]
  readonly reference: Reference
}

function referencesIn(value: unknown, path: readonly string[]): readonly FoundReference[] {
  if (isSection(value)) return Object.entries(value).flatMap(([name, inner]) => referencesIn(inner, [...path, name]))
  const reference = typeof value === 'string' ? findReference(value) : undefined
  return reference ? [{ path, reference }] : []
}
