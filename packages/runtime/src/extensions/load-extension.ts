import { existsSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  ConfigError,
  type ContextEngine,
  type Environment,
  type Plugin,
  type SessionStore,
  type Transport,
} from '@hermes/core'
import type {
  Capability,
  ContextEngineServices,
  Extension,
  ExtensionServices,
  Host,
  MemoryProvider,
  MemoryProviderServices,
  PlatformServices,
  StoreServices,
} from '@hermes/core/extension'
import type { PlatformAdapter } from '@hermes/core/platform'
import { isSection, type Section } from '../schema/section.js'
import { createExtension } from './create-extension.js'
import { ignoredSettings } from './ignored-settings.js'
import { missingPackage } from './missing-package.js'
import { pathOfIssue, type SchemaIssue } from './schema-issue.js'
import { schemaOfOptions } from './schema-of-options.js'
import { similarSetting, unknownSettings } from './unknown-settings.js'

/** What an extension of each kind creates. */
export interface ExtensionProducts {
  readonly transport: Transport
  readonly platform: PlatformAdapter
  readonly environment: Environment
  readonly plugin: Plugin & Partial<AsyncDisposable>
  readonly 'context-engine': ContextEngine
  readonly store: SessionStore
  readonly 'memory-provider': MemoryProvider
}

/** The services passed to `create`, by kind of extension. */
export type ServicesFor<Kind extends keyof ExtensionProducts> = Kind extends 'context-engine'
  ? ContextEngineServices
  : Kind extends 'plugin'
    ? Host
    : Kind extends 'store'
      ? StoreServices
      : Kind extends 'memory-provider'
        ? MemoryProviderServices
        : Kind extends 'platform'
          ? PlatformServices
          : ExtensionServices

/** Identifies an extension in the config. */
export interface ExtensionReference<Kind extends keyof ExtensionProducts> {
  readonly kind: Kind
  /** The path of the section in the config, which starts each error message. */
  readonly path: string
  /** The path of the options. Default: `path`. */
  readonly optionsPath?: string
  /** The key that names the extension. Default: `use`. */
  readonly key?: string
  /** The section. One key names the extension, and the rest are its options. */
  readonly section: Section & { readonly use: string }
  /**
   * The absolute path of the home. Packages are loaded from its own `node_modules`, and files from below the home or by absolute path,
   * because code from the working folder of a task is not trusted.
   */
  readonly home: string
  /** Names of settings next to the options that Hermes reads itself. */
  readonly siblings?: readonly string[]
  /** The built-in values of the setting. Default: none. */
  readonly own?: readonly string[]
  /** Names from the Hermes Agent in Python, each with its equivalent in `own`. Default: none. */
  readonly successors?: Readonly<Record<string, string>>
  /** Loads an extension that ships with Hermes. Default: imports the package or file that `use` names. */
  readonly load?: () => Promise<unknown>
}

export interface LoadExtensionOptions<Kind extends keyof ExtensionProducts> extends ExtensionReference<Kind> {
  readonly services: ServicesFor<Kind>
}

/** An extension with its validated options. */
export interface ReadExtension<Kind extends keyof ExtensionProducts> {
  readonly extension: Extension<Kind, unknown, ExtensionProducts[Kind], ServicesFor<Kind>> & {
    /** The capabilities of a plugin. */
    readonly capabilities?: readonly Capability[]
  }
  readonly settings: unknown
}

/**
 * Imports the configured package or file, checks that it is an extension of the expected kind, and creates it.
 * @throws {ConfigError} when it is missing, is of another kind, rejects its options, or is not created within 30 seconds.
 */
export async function loadExtension<Kind extends keyof ExtensionProducts>(
  options: LoadExtensionOptions<Kind>,
): Promise<ExtensionProducts[Kind]> {
  const { extension, settings } = await readExtension(options)
  return createExtension(pathOf(options), options.section.use, () => extension.create(settings, options.services))
}

/**
 * Like {@link loadExtension}, but only checks the settings and creates nothing.
 * @throws {ConfigError} when it is missing, is of another kind, or rejects its options.
 */
export async function readExtension<Kind extends keyof ExtensionProducts>(
  options: ExtensionReference<Kind>,
): Promise<ReadExtension<Kind>> {
  const { use: _, ...settings } = options.section
  const extension = await findExtension(options)
  const validate = extension.options['~standard'].validate
  const parsed = await validate(settings)
  const [unknown] = parsed.issues
    ? unknownSettings(settings, schemaOfOptions(extension.options))
    : await ignoredSettings(settings, parsed.value, validate)
  if (unknown !== undefined) throw unknownSetting(unknown, options, extension.options)
  if (parsed.issues) throw refusal(options, parsed.issues[0])
  return { extension, settings: parsed.value }
}

/**
 * Imports the configured package or file, and checks that it is an extension of the expected kind. Its options are not validated.
 * @throws {ConfigError} when it is missing or of another kind.
 */
export async function findExtension<Kind extends keyof ExtensionProducts>(
  options: ExtensionReference<Kind>,
): Promise<ReadExtension<Kind>['extension']> {
  const { kind, section } = options
  const extension = options.load ? await options.load() : await importDefault(await locate(options), options)
  if (isExtension(extension, kind)) return extension
  throw new ConfigError(
    pathOf(options),
    `${section.use} is not a ${kind} for Hermes: its default export must come from ${defineName(kind)}().`,
  )
}

/** Returns the path of the setting that names the extension. */
function pathOf({ path, key = 'use' }: Pick<ExtensionReference<keyof ExtensionProducts>, 'path' | 'key'>): string {
  return `${path}.${key}`
}

/** Returns the URL of the module. */
async function locate(options: ExtensionReference<keyof ExtensionProducts>): Promise<string> {
  const { section, home } = options
  const { use } = section
  const path = pathOf(options)
  if (use.startsWith('.') || isAbsolute(use)) return existing(resolve(home, use), path, use)
  const [, name] = /^((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*)(?:\/[\w./-]+)?$/.exec(use) ?? []
  if (!name) throw new ConfigError(path, `${use} is neither a package name nor a file path.`)
  if (!existsSync(join(home, 'node_modules', name))) {
    const { kind, own = [], successors = {} } = options
    throw missingPackage({ name, kind, path, home, own, successors })
  }
  const { resolve: resolveModule } = await import('import-meta-resolve')
  try {
    return resolveModule(use, pathToFileURL(join(home, 'config.yaml')).href)
  } catch (error) {
    throw new ConfigError(path, `The package ${name} has no entry that can be imported: reinstall it.`, {
      cause: error,
    })
  }
}

function existing(file: string, path: string, use: string): string {
  if (existsSync(file)) return pathToFileURL(file).href
  throw new ConfigError(path, `There is no file ${file}, which ${path} names as ${use}.`)
}

async function importDefault(url: string, options: ExtensionReference<keyof ExtensionProducts>): Promise<unknown> {
  try {
    const module: { readonly default?: unknown } = await import(url)
    return module.default
  } catch (error) {
    const { use } = options.section
    throw new ConfigError(pathOf(options), `${use} could not be loaded: update it, or reinstall it.`, {
      cause: error,
    })
  }
}

function isExtension<Kind extends keyof ExtensionProducts>(
  value: unknown,
  kind: Kind,
): value is Extension<Kind, unknown, ExtensionProducts[Kind], ServicesFor<Kind>> {
  return (
    isSection(value) &&
    value.kind === kind &&
    typeof value.create === 'function' &&
    // A schema can be callable, as those of arktype are.
    (typeof value.options === 'function' || isSection(value.options)) &&
    '~standard' in value.options
  )
}

function defineName(kind: string): string {
  return `define-${kind}`.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function unknownSetting(
  unknown: string,
  { path, optionsPath = path, section, siblings = [] }: ExtensionReference<keyof ExtensionProducts>,
  options: Extension<string, unknown, unknown>['options'],
): ConfigError {
  const name = `${optionsPath}.${unknown}`
  const { properties = {} } = schemaOfOptions(options)
  const hint = similarSetting(optionsPath, unknown, [...Object.keys(properties), ...siblings])
  return new ConfigError(name, `${section.use} has no setting ${name}${hint}: remove it, or correct its name.`)
}

function refusal(
  { path, optionsPath = path, section }: ExtensionReference<keyof ExtensionProducts>,
  issue: SchemaIssue | undefined,
): ConfigError {
  const name = pathOfIssue(optionsPath, issue)
  return new ConfigError(name, `${section.use} rejects its setting ${name}: ${issue?.message ?? 'no reason given'}.`)
}
