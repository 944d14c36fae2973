import type { Logger, Tool } from '@hermes/core'
import { type ToolRegistry, unavailableReason } from '@hermes/tools'
import type { Variables } from '../home/home-paths.js'

/** The status of a tool, for `hermes tools`. */
export interface ToolStatus {
  readonly name: string
  readonly toolset: string
  readonly description: string
  /** Whether a new session gets the tool. `off`: it is not part of the configured toolsets. */
  readonly state: 'available' | 'unavailable' | 'off'
  /** A sentence that says why the tool is unavailable. */
  readonly reason?: string
}

export interface DescribeToolsOptions {
  readonly registry: ToolRegistry
  readonly selected: readonly Tool[]
  readonly variables: Variables
  readonly logger: Logger
}

/** Returns the status of all registered tools, in registry order. */
export async function describeTools({
  registry,
  selected,
  ...check
}: DescribeToolsOptions): Promise<readonly ToolStatus[]> {
  const wanted = new Set(selected)
  return Promise.all(registry.list().map(async (tool) => ({ ...summaryOf(tool), ...(await stateOf(tool)) })))

  async function stateOf(tool: Tool): Promise<Pick<ToolStatus, 'state' | 'reason'>> {
    if (!wanted.has(tool)) return { state: 'off' }
    const reason = await unavailableReason(tool, check)
    return reason === undefined ? { state: 'available' } : { state: 'unavailable', reason }
  }
}

function summaryOf({ name, toolset, description }: Tool) {
  return { name, toolset, description }
}
