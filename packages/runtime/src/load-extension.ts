import { existsSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  ConfigError,
  type Environment,
  type Extension,
  type ExtensionServices,
  type PlatformAdapter,
  type Plugin,
  type Transport,
} from '@hermes/core'
import { isSection, type Section } from './config-layers.js'

/** What an extension of each kind creates. */
export interface ExtensionProducts {
  readonly transport: Transport
  readonly platform: PlatformAdapter
  readonly environment: Environment
  readonly plugin: Plugin
}

export interface LoadExtensionOptions<Kind extends keyof ExtensionProducts> {
  readonly kind: Kind
  /** Where the config names it: begins each error. */
  readonly path: string
  /** The section of the config: `use` names the extension, the rest are its own options. */
  readonly section: Section & { readonly use: string }
  /**
   * Absolute. A package is taken from the home's own `node_modules`, a file from below the home or by its absolute
   * path: the folder that a task works in is not trusted to bring code.
   */
  readonly home: string
  readonly services: ExtensionServices
}

/**
 * Imports the one package or file that the config names, checks that it is an extension of the kind wanted, and creates
 * what it makes.
 * @throws {ConfigError} when it is not there, is something else, or refuses its options.
 */
export async function loadExtension<Kind extends keyof ExtensionProducts>(
  options: LoadExtensionOptions<Kind>,
): Promise<ExtensionProducts[Kind]> {
  const { kind, path, section, services } = options
  const { use, ...settings } = section
  const extension = await importDefault(await locate(options), options)
  if (!isExtension(extension, kind)) {
    throw new ConfigError(
      `${path}.use`,
      `${use} is no ${kind} for Hermes: its default export must come from ${defineName(kind)}().`,
    )
  }
  const parsed = await extension.options['~standard'].validate(settings)
  if (parsed.issues) throw refusal(options, parsed.issues[0])
  return extension.create(parsed.value, services)
}

/** The address of the module. */
async function locate({ path, section, home }: LoadExtensionOptions<keyof ExtensionProducts>): Promise<string> {
  const { use } = section
  if (use.startsWith('.') || isAbsolute(use)) return existing(resolve(home, use), path, use)
  const [, name] = /^((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*)(?:\/[\w./-]+)?$/.exec(use) ?? []
  if (!name) throw new ConfigError(`${path}.use`, `${use} is neither the name of a package nor the path of a file.`)
  if (!existsSync(join(home, 'node_modules', name))) {
    throw new ConfigError(
      `${path}.use`,
      `The package ${name} is not installed: run "npm install --prefix ${home} ${name}".`,
    )
  }
  const { resolve: resolveModule } = await import('import-meta-resolve')
  try {
    return resolveModule(use, pathToFileURL(join(home, 'config.yaml')).href)
  } catch (error) {
    throw new ConfigError(`${path}.use`, `The package ${name} has no entry that can be imported: install it anew.`, {
      cause: error,
    })
  }
}

function existing(file: string, path: string, use: string): string {
  if (existsSync(file)) return pathToFileURL(file).href
  throw new ConfigError(`${path}.use`, `There is no file ${file}, which ${path}.use names as ${use}.`)
}

async function importDefault(
  url: string,
  { path, section }: LoadExtensionOptions<keyof ExtensionProducts>,
): Promise<unknown> {
  try {
    const module: { readonly default?: unknown } = await import(url)
    return module.default
  } catch (error) {
    throw new ConfigError(`${path}.use`, `${section.use} could not be loaded: update it, or install it anew.`, {
      cause: error,
    })
  }
}

function isExtension<Kind extends keyof ExtensionProducts>(
  value: unknown,
  kind: Kind,
): value is Extension<Kind, unknown, ExtensionProducts[Kind]> {
  return (
    isSection(value) &&
    value.kind === kind &&
    typeof value.create === 'function' &&
    // A schema may be callable: arktype's are.
    (typeof value.options === 'function' || isSection(value.options)) &&
    '~standard' in value.options
  )
}

function defineName(kind: string): string {
  return `define${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
}

interface Issue {
  readonly message: string
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined
}

function refusal(
  { path, section }: LoadExtensionOptions<keyof ExtensionProducts>,
  issue: Issue | undefined,
): ConfigError {
  const keys = (issue?.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))
  const name = [path, ...keys].join('.')
  return new ConfigError(name, `${section.use} refuses its setting ${name}: ${issue?.message ?? 'no reason given'}.`)
}
