import { isDeepStrictEqual } from 'node:util'
import type { Remedy } from '@hermes/core'
import type { HomePaths, Variables } from '../../home/home-paths.js'
import { readTextFile } from '../../home/text-file.js'
import type { ConfigInput } from '../../schema/config-schema.js'
import { isSection, type Section } from '../../schema/section.js'
import { type ConfigLayer, type ConfigSource, mergeLayers, withSetting } from '../sources/config-layers.js'
import { readEnvFile } from '../sources/env-file.js'
import { type EnvironmentSetting, readEnvironment } from '../sources/environment-keys.js'
import { settingsOfFormerModel, withoutSettings } from '../sources/former-model.js'
import { withOwnModel } from '../sources/own-model-of.js'
import { adaptPythonSettings } from '../sources/python/adapt-python-settings.js'
import { substituteVariables } from '../sources/substitute-variables.js'
import { type CallerSection, unsetSecrets } from '../sources/unset-secrets.js'
import { type AsWritten, type DescribeOrigin, type Validation, validateConfig } from '../sources/validate-config.js'
import { withNamedModel } from '../sources/with-named-model.js'

export interface LoadConfigOptions {
  readonly paths: HomePaths
  /** The variables of the process. They take precedence over those of `.env`. */
  readonly variables: Variables
  /** Settings from the command line. They take precedence over all but those of the machine. */
  readonly overrides?: ConfigInput
  /** Whether to ignore `config.yaml`. Default: false. */
  readonly ignoresFile?: boolean
  /** The path of the file to read as `config.yaml`. Default: that of the home. */
  readonly file?: string
  /** The sections with secrets that callers present to this process. It is an error if the variable of such a secret is not set. Default: none. */
  readonly acceptsSecretsOf?: readonly CallerSection[]
}

/** All settings with their sources, valid or not. */
export interface SettledConfig {
  readonly validation: Validation
  /** The values before validation. */
  readonly values: Section
  readonly variables: Variables
  readonly sources: ReadonlyMap<string, ConfigSource>
  /** The dotted paths of the settings that the machine fixes. */
  readonly pinned: ReadonlySet<string>
  readonly warnings: readonly string[]
  /** Warnings about settings of the Hermes Agent in Python. */
  readonly foreign: readonly string[]
  /** Present if the file has such settings, which can be rewritten. */
  readonly remedy?: Remedy
}

/** Reads the files of a home and merges flags, file and environment. @throws {ConfigError} */
export async function settleConfig({
  paths,
  variables,
  overrides: given = {},
  ignoresFile = false,
  file: path = paths.config,
  acceptsSecretsOf: sections = [],
}: LoadConfigOptions): Promise<SettledConfig> {
  const env = await readEnvFile(paths.env)
  const known = { ...env.variables, ...variables }
  const file = ignoresFile ? noFile : await readFileLayer(path, known)
  const managed = await readFileLayer(paths.managed, known)
  const pinned = pinnedBy(managed)
  const environment = readEnvironment(known)
  const written = [toEnvironmentLayer(environment), file, { source: 'managed', values: managed.values } as const]
  const servers = mergeLayers(written).values
  const layers = written.map(({ source, values }) => ({ source, values: withOwnModel(values, servers) }))
  const stored = mergeLayers(layers).values
  const overrides = withoutSettings(withOwnModel(withNamedModel(given, stored), servers), pinned)
  const outdated = settingsOfFormerModel(stored, overrides)
  const below = layers.filter(({ source }) => source !== 'managed')
  const machine = layers.filter(({ source }) => source === 'managed')
  const { values, sources } = mergeLayers([
    ...below.map((layer) => ({ ...layer, values: withoutSettings(layer.values, outdated) })),
    { source: 'flag', values: overrides },
    ...machine,
  ])
  const describeOrigin = originOf(sources, environment, {
    config: (names) => `${path}${file.describeLine(names)}`,
    managed: (names) => `${paths.managed}${managed.describeLine(names)}`,
  })
  const asWritten: AsWritten = (names, value) => {
    const layer = [managed, file].find((each) => isDeepStrictEqual(valueAt(each.values, names), value))
    return layer && value !== undefined ? valueAt(layer.written, names) : value
  }
  const validation = validateConfig(values, describeOrigin, asWritten)
  const invalid = 'errors' in validation ? validation.errors : []
  const [first, ...rest] = [...invalid, ...unsetSecrets(values, { sections, variables: known, describeOrigin })]
  return {
    validation: first ? { errors: [first, ...rest] } : validation,
    values,
    variables: known,
    sources,
    pinned: new Set(pinned),
    foreign: [...file.foreign, ...managed.foreign],
    ...(file.remedy && { remedy: file.remedy }),
    warnings: [...env.warnings, ...file.warnings, ...managed.warnings, ...withoutEffect(given, pinned, paths)],
  }
}

interface FileLayer extends ConfigLayer {
  /** The values as they are in the file, with references to variables. */
  readonly written: Section
  readonly warnings: readonly string[]
  readonly foreign: readonly string[]
  readonly remedy?: Remedy
  /** Returns `, line 3`; an empty string if the line is unknown. */
  describeLine(path: readonly PropertyKey[]): string
}

const noFile: FileLayer = {
  source: 'config',
  values: {},
  written: {},
  warnings: [],
  foreign: [],
  describeLine: () => '',
}

async function readFileLayer(path: string, variables: Variables): Promise<FileLayer> {
  const text = await readTextFile(path)
  if (!text?.trim()) return noFile
  const { parseConfigDocument } = await import('../document/config-document.js')
  const document = parseConfigDocument(path, text)
  const missing = new Set<string>()
  const adapted = adaptPythonSettings(document.values, path)
  const values = substituteVariables(adapted.values, variables, (name) => missing.add(name))
  const unset = [...missing].map(
    (name) => `${path} names the variable ${name}, which is not set; the text is unchanged.`,
  )
  return {
    source: 'config',
    values,
    written: adapted.values,
    warnings: unset,
    foreign: adapted.warnings,
    ...(adapted.isForeign && { remedy: { type: 'migrate', path } as const }),
    describeLine: (path) => {
      const line = document.lineOf(path)
      return line === undefined ? '' : `, line ${line}`
    },
  }
}

/** Returns the dotted paths of the settings that an administrator has fixed. */
function pinnedBy({ values }: FileLayer): readonly string[] {
  return [...mergeLayers([{ source: 'managed', values }]).sources.keys()]
}

/** Returns warnings about options that have no effect. */
function withoutEffect(given: ConfigInput, pinned: readonly string[], { managed }: HomePaths): readonly string[] {
  const asked = mergeLayers([{ source: 'flag', values: given }]).sources
  return pinned
    .filter((path) => asked.has(path))
    .map((path) => `${managed} sets ${path} on this machine: the command line does not change it.`)
}

function toEnvironmentLayer(settings: readonly EnvironmentSetting[]): ConfigLayer {
  return {
    source: 'environment',
    values: settings.reduce((section, { path, value }) => withSetting(section, path.split('.'), value), {}),
  }
}

function originOf(
  sources: ReadonlyMap<string, ConfigSource>,
  environment: readonly EnvironmentSetting[],
  inFile: { readonly config: DescribeOrigin; readonly managed: DescribeOrigin },
): DescribeOrigin {
  return (path) => {
    const name = path.map(String).join('.')
    const decided = [...sources.keys()].find(
      (key) => `${key}.`.startsWith(`${name}.`) || `${name}.`.startsWith(`${key}.`),
    )
    switch (sources.get(decided ?? '')) {
      case 'flag':
        return 'the command line'
      case 'environment':
        return `the variable ${environment.find((setting) => setting.path === decided)?.variable}`
      case 'managed':
        return inFile.managed(path)
      default:
        return inFile.config(path)
    }
  }
}

function valueAt(values: unknown, [name, ...rest]: readonly PropertyKey[]): unknown {
  if (name === undefined) return values
  if (Array.isArray(values)) return valueAt(values[Number(name)], rest)
  return isSection(values) ? valueAt(values[String(name)], rest) : undefined
}
