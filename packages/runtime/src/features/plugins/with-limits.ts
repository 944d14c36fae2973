import type { ExtensionProducts } from '../../extensions/load-extension.js'
import type { Feature } from '../../host.js'
import { limitSections } from './limit-sections.js'

/** Returns the plugin with limited sections. It may be an instance of a class, so its members are copied one by one. */
export function withLimits(plugin: ExtensionProducts['plugin']): Feature {
  const { name, tools, hooks, commands, promptSections } = plugin
  return {
    name,
    ...(tools && { tools }),
    ...(hooks && { hooks }),
    ...(commands && { commands }),
    ...(promptSections && { promptSections: limitSections(promptSections) }),
    [Symbol.asyncDispose]: async () => plugin[Symbol.asyncDispose]?.(),
  }
}
