import type { SelectOptions } from '@hermes/tools'
import type { Surface } from '../runtime-options.js'
import type { Config } from '../schema/config-schema.js'

export interface ChosenToolsets {
  readonly toolsets: readonly string[]
  readonly toolsetOptions: SelectOptions
}

/** Returns the toolsets that are configured for a surface. */
export function chooseToolsets(config: Config, { source }: Pick<Surface, 'source'>): ChosenToolsets {
  const { toolsets, platform_toolsets: ofPlatforms, custom_toolsets: custom, agent } = config
  const own = Object.hasOwn(ofPlatforms, source) ? ofPlatforms[source] : undefined
  return { toolsets: own ?? toolsets, toolsetOptions: { custom, disabled: agent.disabled_toolsets } }
}
