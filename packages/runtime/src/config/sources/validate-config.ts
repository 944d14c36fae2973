import { ConfigError } from '@hermes/core'
import { createRedactor } from '@hermes/safety/redact'
import * as z from 'zod'
import { type Config, configSections } from '../../schema/config-schema.js'
import { defaultConfig } from '../../schema/default-config.js'
import { isSection, type Section } from '../../schema/section.js'
import { type ConfigKey, didYouMean, findConfigKey, listConfigKeys } from '../document/config-keys.js'
import { describeExpected } from '../document/describe-expected.js'
import { fitText } from '../document/fit-text.js'
import { isReference, mayHoldSecrets } from '../document/secret-settings.js'
import { withSetting } from './config-layers.js'

export type Validation = { readonly config: Config } | { readonly errors: ConfigErrors }

export type ConfigErrors = readonly [ConfigError, ...ConfigError[]]

/** Returns the value at a path as it is in its file, with references to variables instead of their values. */
export type AsWritten = (path: readonly PropertyKey[], value: unknown) => unknown

/** Describes where a value was set: `config.yaml, line 3`, `the variable HERMES_MODEL`; empty if it is not set. */
export type DescribeOrigin = (path: readonly PropertyKey[]) => string

/** Compiling a parser for each section would take longer than the only parse for which it is used. */
const once = { reportInput: true, jitless: true } as const

/**
 * Validates settings against the schema. Each error names the path, what was expected, what was found and where. A text is accepted if it
 * converts to the expected number, boolean or list, because variables only contain text.
 */
export function validateConfig(
  values: Section,
  describeOrigin: DescribeOrigin,
  asWritten: AsWritten = (_, value) => value,
): Validation {
  const asGiven = parseSections(values)
  if (asGiven.issues.length === 0) return { config: asGiven.config }
  const keys = listConfigKeys()
  const { config, issues } = parseSections(fitTexts(values, asGiven.issues, keys))
  const [first, ...rest] = issues.flatMap((issue) => toErrors(issue, keys, { describeOrigin, asWritten }))
  return first ? { errors: [first, ...rest] } : { config }
}

interface ParsedSections {
  /** The settings, with the defaults of sections that are not valid. */
  readonly config: Config
  readonly issues: readonly z.core.$ZodIssue[]
}

/** Parses the sections that are set, each with its own schema. Only the schemas of these sections are built. */
function parseSections(values: Section): ParsedSections {
  const issues: z.core.$ZodIssue[] = []
  const sections: Record<string, unknown> = {}
  for (const [name, schema] of sectionsIn(values)) {
    const { data, error } = z.safeParse(schema, values[name], once)
    if (error) issues.push(...error.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })))
    else sections[name] = data
  }
  const keys = Object.keys(values).filter((name) => !Object.hasOwn(configSections, name))
  if (keys.length > 0) issues.push({ code: 'unrecognized_keys', keys, path: [], message: '' })
  return { config: { ...defaultConfig(), ...sections }, issues }
}

/** Returns the sections in the order of the schema. */
function sectionsIn(values: Section): readonly (readonly [string, z.ZodType])[] {
  const schemas: Readonly<Record<string, z.ZodType>> = configSections
  return Object.keys(schemas).flatMap((name) => {
    const schema = Object.hasOwn(values, name) ? schemas[name] : undefined
    return schema ? [[name, schema] as const] : []
  })
}

/** Returns the error to throw: the first one, with the number of the others in its message and all of them as its cause. */
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

interface Descriptions {
  readonly describeOrigin: DescribeOrigin
  readonly asWritten: AsWritten
}

function toErrors(
  issue: z.core.$ZodIssue,
  keys: readonly ConfigKey[],
  { describeOrigin, asWritten }: Descriptions,
): ConfigError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => unknownKey([...issue.path, name], keys, describeOrigin))
  }
  const path = nameOf(issue.path)
  const key = findConfigKey(path, keys)
  const expected = key ? describeExpected(key, path) : 'a section with further settings'
  const isHidden = key?.isSecret || issue.path.some((name) => typeof name === 'string' && mayHoldSecrets(name))
  const found = describeFound(asWritten(issue.path, issue.input), isHidden)
  const origin = see(describeOrigin(issue.path))
  const isForeign = path === 'terminal.backend' && foreignBackends.has(String(issue.input))
  if (isForeign) return [new ConfigError(path, `${path} is ${found}, ${adviceOnBackends}${origin}.`)]
  return [new ConfigError(path, `${path} must be ${expected}, but it is ${found}${origin}.`)]
}

/** Backends of the Hermes Agent in Python. They are not replaced, because commands must not run on this machine without consent. */
const foreignBackends: ReadonlySet<string> = new Set(['modal', 'daytona', 'singularity', 'vercel_sandbox'])
const adviceOnBackends =
  'which this version does not have: choose docker for a container, ssh for another host, or local for this machine'

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

/** Describes the value that was found. A value that may be a secret is not shown, unless it is a reference to a variable. */
function describeFound(value: unknown, isHidden: boolean): string {
  if (value === undefined) return 'missing'
  const shown = withoutSecrets(value, isHidden)
  if (shown === hidden) return 'something else'
  const text = JSON.stringify(shown) ?? String(shown)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

const hidden = '***'

function withoutSecrets(value: unknown, isHidden: boolean): unknown {
  if (typeof value === 'string') {
    if (isReference(value)) return value
    return isHidden ? hidden : createRedactor().redact(value)
  }
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, isHidden))
  if (!isSection(value)) return isHidden && value !== null ? hidden : value
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([name, item]) => [name, withoutSecrets(item, isHidden || mayHoldSecrets(name))]),
  )
}
