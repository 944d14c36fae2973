import { ConfigError, type Tool } from '@hermes/core'
import { type SelectOptions, selectTools } from '../registry/select-tools.js'
import type { ChildRequest } from './child-task.js'

/**
 * Returns the tools of a child: the requested and delegable ones of its parent.
 *
 * @throws {ConfigError} when a toolset does not exist or none of the requested tools remain.
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
