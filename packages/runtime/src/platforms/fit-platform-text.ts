import { ConfigError } from '@hermes/core'
import type { HomePaths } from '../home/home-paths.js'
import { openPlatformForm } from './platform-form.js'

/**
 * Converts a text to the type of a chat network's own setting. If the network has no schema for it, the text stays unchanged.
 * @param use The package or file of the network.
 */
export async function fitPlatformText(
  text: string,
  [network = '', setting]: readonly string[],
  use: unknown,
  paths: Pick<HomePaths, 'home'>,
): Promise<unknown> {
  try {
    const form = await openPlatformForm({ name: network, use: typeof use === 'string' ? use : undefined, paths })
    const field = form.fields.find(({ name }) => name === setting)
    return field ? field.toValue(text) : text
  } catch (error) {
    // The network does not exist, which the check of the value reports.
    if (ConfigError.is(error)) return text
    throw error
  }
}
