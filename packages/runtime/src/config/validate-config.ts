import { ConfigError } from '@hermes/core'
import * as z from 'zod'
import { type Config, configSchema, configSections } from '../schema/config-schema.js'
import { defaultConfig } from '../schema/default-config.js'
import type { Section } from '../schema/section.js'
import { type ConfigKey, didYouMean, findConfigKey, listConfigKeys } from './config-keys.js'
import { withSetting } from './config-layers.js'
import { describeExpected } from './describe-expected.js'
import { fitText } from './fit-text.js'

export type Validation = { readonly config: Config } | { readonly errors: ConfigErrors }

export type ConfigErrors = readonly [ConfigError, ...ConfigError[]]

/** Describes where a value was set: `config.yaml, line 3`, `the variable HERMES_MODEL`; empty if it is not set. */
export type DescribeOrigin = (path: readonly PropertyKey[]) => string

/** Compiling a parser for each section would take longer than the only parse that it is used for. */
const once = { reportInput: true, jitless: true } as const

/**
 * Validates settings against the schema. Each error names the path, what was expected, what was found and where. A text is accepted if it
 * converts to the expected number, boolean or list, because variables only contain text.
 */
export function validateConfig(values: Section, describeOrigin: DescribeOrigin): Validation {
  const config = parseSections(values)
  if (config) return { config }
  const asGiven = configSchema.safeParse(values, once)
  if (asGiven.success) return { config: asGiven.data }
  const keys = listConfigKeys()
  const result = configSchema.safeParse(fitTexts(values, asGiven.error.issues, keys), once)
  if (result.success) return { config: result.data }
  const [first, ...rest] = result.error.issues.flatMap((issue) => toErrors(issue, keys, describeOrigin))
  if (!first) throw result.error
  return { errors: [first, ...rest] }
}

/** Parses the sections that are set, each with its own schema, which is built for it. `undefined`: not all of them are valid. */
function parseSections(values: Section): Config | undefined {
  const sections: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const schema = sectionSchema(name)
    const result = schema && z.safeParse(schema, value, once)
    if (!result?.success) return undefined
    sections[name] = result.data
  }
  return { ...defaultConfig(), ...sections }
}

function sectionSchema(name: string): z.ZodType | undefined {
  const sections: Readonly<Record<string, z.ZodType>> = configSections
  return Object.hasOwn(sections, name) ? sections[name] : undefined
}

/** The error to throw: the first one, with the number of others in the message and all of them as the cause. */
export function joinErrors([first, ...rest]: ConfigErrors): ConfigError {
  if (rest.length === 0) return first
  const others = rest.length === 1 ? 'is 1 more problem' : `are ${rest.length} more problems`
  return new ConfigError(first.path, `${first.message} There ${others} in the settings.`, {
    cause: new AggregateError(rest, rest.map(({ message }) => message).join(' ')),
  })
}

function fitTexts(values: Section, issues: readonly z.core.$ZodIssue[], keys: readonly ConfigKey[]): Section {
  return issues.reduce((fitted, issue) => {
    const key = findConfigKey(nameOf(issue.path), keys)
    if (issue.code !== 'invalid_type' || typeof issue.input !== 'string' || !key) return fitted
    return withSetting(fitted, issue.path, fitText(issue.input, key.schema))
  }, values)
}

function toErrors(issue: z.core.$ZodIssue, keys: readonly ConfigKey[], describeOrigin: DescribeOrigin): ConfigError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => unknownKey([...issue.path, name], keys, describeOrigin))
  }
  const path = nameOf(issue.path)
  const key = findConfigKey(path, keys)
  const expected = key ? describeExpected(key, path) : 'a section with further settings'
  const found = key?.isSecret ? 'something else' : describeFound(issue.input)
  return [new ConfigError(path, `${path} must be ${expected}, but it is ${found}${see(describeOrigin(issue.path))}.`)]
}

function unknownKey(
  path: readonly PropertyKey[],
  keys: readonly ConfigKey[],
  describeOrigin: DescribeOrigin,
): ConfigError {
  const name = nameOf(path)
  return new ConfigError(name, `There is no setting ${name}${didYouMean(name, keys)}${see(describeOrigin(path))}.`)
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.')
}

function see(origin: string): string {
  return origin && `; see ${origin}`
}

function describeFound(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
