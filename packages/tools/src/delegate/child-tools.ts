import { ConfigError, type Tool } from '@hermes/core'
import { type SelectOptions, selectTools } from '../registry/select-tools.js'
import type { ChildRequest } from './child-task.js'

/**
 * Never a child's: it talks to nobody but its parent, writes no memory of the user's, leaves nothing behind that runs
 * later, and hands nothing on unless it is given the means.
 */
export const blockedForChildren: readonly string[] = [
  'delegate_task',
  'delegations',
  'clarify',
  'memory',
  'send_message',
  'cronjob',
  'start_chat',
]

/**
 * The tools of a child: of those of its parent, the ones that were asked for and that a child may have.
 * @throws {ConfigError} when a toolset does not exist, or nothing is left of those that were asked for.
 */
export function toolsForChild(
  parentTools: readonly Tool[],
  { toolsets }: Pick<ChildRequest, 'toolsets'>,
  options: SelectOptions = {},
): readonly Tool[] {
  const wanted = toolsets ? selectTools(parentTools, toolsets, options) : parentTools
  const tools = wanted.filter(({ name }) => !blockedForChildren.includes(name))
  if (toolsets && toolsets.length > 0 && tools.length === 0) {
    const own = [...new Set(parentTools.map(({ toolset }) => toolset))].join(', ')
    throw new ConfigError('toolsets', `A child has no tools of ${toolsets.join(', ')}: choose out of ${own}.`)
  }
  return tools
}
