import { ConfigError, type Tool } from '@hermes/core'
import { type SelectOptions, selectTools } from '../registry/select-tools.js'
import type { ChildRequest } from './child-task.js'

/**
 * The tools of a child: of those of its parent, the ones that were asked for and that are delegable.
 * @throws {ConfigError} when a toolset does not exist, or nothing is left of those that were asked for.
 */
export function toolsForChild(
  parentTools: readonly Tool[],
  { toolsets }: Pick<ChildRequest, 'toolsets'>,
  options: SelectOptions = {},
): readonly Tool[] {
  const wanted = toolsets ? selectTools(parentTools, toolsets, options) : parentTools
  const tools = wanted.filter(({ delegable = true }) => delegable)
  if (toolsets && toolsets.length > 0 && tools.length === 0) {
    const own = [...new Set(parentTools.map(({ toolset }) => toolset))].join(', ')
    throw new ConfigError('toolsets', `A child has no tools of ${toolsets.join(', ')}: choose out of ${own}.`)
  }
  return tools
}
