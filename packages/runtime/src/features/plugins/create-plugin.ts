import { ConfigError, describeError, HermesError } from '@hermes/core'
import type { Host } from '@hermes/core/extension'
import { assertPlugin } from '@hermes/core/wiring'
import { createExtension } from '../../extensions/create-extension.js'
import type { ExtensionProducts, ReadExtension } from '../../extensions/load-extension.js'
import { restrictHost } from './restrict-host.js'

export interface CreatePluginOptions extends ReadExtension<'plugin'> {
  /** The setting that names it. */
  readonly path: string
  /** As the settings name it. */
  readonly name: string
  readonly host: Host
}

/**
 * Creates a plugin for a host that has what its capabilities name, and checks what it brings.
 * @throws {ConfigError} when it does not start, or a part of it could not work.
 * @throws {HermesError} what its `create` throws of this kind.
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

/** A plugin that cannot be used is disposed. @throws {ConfigError} */
export async function checkPlugin(
  plugin: ExtensionProducts['plugin'],
  { path, name }: Pick<CreatePluginOptions, 'path' | 'name'>,
): Promise<ExtensionProducts['plugin']> {
  try {
    assertPlugin(plugin, 'what its create() returned')
    return plugin
  } catch (error) {
    // Without types, it may be anything.
    const given: Partial<AsyncDisposable> | null | undefined = plugin
    await given?.[Symbol.asyncDispose]?.()
    if (!ConfigError.is(error)) throw error
    throw new ConfigError(path, `The plugin ${name} cannot be used: ${error.message}`, { cause: error })
  }
}
