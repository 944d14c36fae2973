import { ConfigError, describeError, HermesError } from '@hermes/core'
import type { Host } from '@hermes/core/extension'
import { assertPlugin } from '@hermes/core/wiring'
import { createExtension } from '../../extensions/create-extension.js'
import type { ExtensionProducts, ReadExtension } from '../../extensions/load-extension.js'
import { restrictHost } from './restrict-host.js'

export interface CreatePluginOptions extends ReadExtension<'plugin'> {
  /** The setting that names the plugin. */
  readonly path: string
  /** The plugin's name in the settings. */
  readonly name: string
  readonly host: Host
}

/**
 * Creates a plugin with a host that is limited to the plugin's capabilities, and checks what it returns.
 * @throws {ConfigError} when it does not start, or a part of it could not work.
 * @throws {HermesError} any error of this kind that its `create` throws.
 */
export async function createPlugin(options: CreatePluginOptions): Promise<ExtensionProducts['plugin']> {
  const { path, name, host, extension, settings } = options
  try {
    const own = restrictHost(host, name, extension.capabilities)
    const plugin = await createExtension(path, `The plugin ${name}`, () => extension.create(settings, own))
    return await checkPlugin(plugin, { path, name })
  } catch (error) {
    if (HermesError.is(error)) throw error
    throw new ConfigError(path, `The plugin ${name} did not start: ${describeError(error)}`, { cause: error })
  }
}

/** Checks a plugin, and disposes one that cannot be used. @throws {ConfigError} */
export async function checkPlugin(
  plugin: ExtensionProducts['plugin'],
  { path, name }: Pick<CreatePluginOptions, 'path' | 'name'>,
): Promise<ExtensionProducts['plugin']> {
  try {
    assertPlugin(plugin, 'what its create() returned')
    return plugin
  } catch (error) {
    // Plugins may be written without types, so this may be anything.
    const given: Partial<AsyncDisposable> | null | undefined = plugin
    await given?.[Symbol.asyncDispose]?.()
    if (!ConfigError.is(error)) throw error
    throw new ConfigError(path, `The plugin ${name} cannot be used: ${error.message}`, { cause: error })
  }
}
