import type { HomePaths, Variables } from '../home/home-paths.js'
import { readTextFile } from '../home/text-file.js'
import type { ConfigInput } from '../schema/config-schema.js'
import type { Section } from '../schema/section.js'
import { type ConfigLayer, type ConfigSource, mergeLayers, withSetting } from './config-layers.js'
import { readEnvFile } from './env-file.js'
import { type EnvironmentSetting, readEnvironment } from './environment-keys.js'
import { settingsOfFormerModel, withoutSettings } from './former-model.js'
import { withoutPythonSettings } from './python-settings.js'
import { substituteVariables } from './substitute-variables.js'
import { type DescribeOrigin, type Validation, validateConfig } from './validate-config.js'
import { withNamedModel } from './with-named-model.js'

export interface LoadConfigOptions {
  readonly paths: HomePaths
  /** The process's variables. They win over those of `.env`. */
  readonly variables: Variables
  /** Settings from the command line. They win over everything. */
  readonly overrides?: ConfigInput
  /** Whether `config.yaml` is left out. Default false. */
  readonly ignoresFile?: boolean
  /** What is read as `config.yaml`. Default: that of the home. */
  readonly file?: string
}

/** All settings with their sources, valid or not. */
export interface SettledConfig {
  readonly validation: Validation
  /** The values before validation. */
  readonly values: Section
  readonly variables: Variables
  readonly sources: ReadonlyMap<string, ConfigSource>
  readonly warnings: readonly string[]
}

/** Reads the files of a home and merges flags, file and environment. @throws {ConfigError} */
export async function settleConfig({
  paths,
  variables,
  overrides: given = {},
  ignoresFile = false,
  file: path = paths.config,
}: LoadConfigOptions): Promise<SettledConfig> {
  const env = await readEnvFile(paths.env)
  const known = { ...env.variables, ...variables }
  const file = ignoresFile ? noFile : await readFileLayer(path, known)
  const environment = readEnvironment(known)
  const below = [toEnvironmentLayer(environment), file]
  const stored = mergeLayers(below).values
  const overrides = withNamedModel(given, stored)
  const outdated = settingsOfFormerModel(stored, overrides)
  const { values, sources } = mergeLayers([
    ...below.map((layer) => ({ ...layer, values: withoutSettings(layer.values, outdated) })),
    { source: 'flag', values: overrides },
  ])
  const describeOrigin = originOf(sources, environment, (names) => `${path}${file.describeLine(names)}`)
  return {
    validation: validateConfig(values, describeOrigin),
    values,
    variables: known,
    sources,
    warnings: [...env.warnings, ...file.warnings],
  }
}

interface FileLayer extends ConfigLayer {
  readonly warnings: readonly string[]
  /** `, line 3`; empty if unknown. */
  describeLine(path: readonly PropertyKey[]): string
}

const noFile: FileLayer = { source: 'config', values: {}, warnings: [], describeLine: () => '' }

async function readFileLayer(path: string, variables: Variables): Promise<FileLayer> {
  const text = await readTextFile(path)
  if (!text?.trim()) return noFile
  const { parseConfigDocument } = await import('./config-document.js')
  const document = parseConfigDocument(path, text)
  const missing = new Set<string>()
  const adapted = withoutPythonSettings(document.values, path)
  const values = substituteVariables(adapted.values, variables, (name) => missing.add(name))
  const unset = [...missing].map(
    (name) => `${path} names the variable ${name}, which is not set; the text is unchanged.`,
  )
  return {
    source: 'config',
    values,
    warnings: [...adapted.warnings, ...unset],
    describeLine: (path) => {
      const line = document.lineOf(path)
      return line === undefined ? '' : `, line ${line}`
    },
  }
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
  inFile: DescribeOrigin,
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
      default:
        return inFile(path)
    }
  }
}
