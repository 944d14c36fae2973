import type { Logger, Tool } from '@hermes/core'
import { withinLimit } from '@hermes/safety'

export interface AvailabilityOptions {
  /** What {@link Tool.requiredVariables} are looked up in. Without it they are not looked at. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined
  readonly logger: Logger
}

/** A session waits for these checks before its first answer. */
const checkLimitMs = 5_000

/** Why a tool cannot be used now, as a sentence for people; `undefined`: it can. */
export async function whyUnavailable(
  tool: Tool,
  { variables, logger }: AvailabilityOptions,
): Promise<string | undefined> {
  const missing = variables && tool.requiredVariables?.filter((name) => !variables[name])
  if (missing?.length) return `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set.`
  if (!tool.isAvailable) return undefined
  try {
    const check = Promise.resolve(tool.isAvailable())
    const isAvailable = await withinLimit(check, checkLimitMs, `The availability check of "${tool.name}"`)
    return isAvailable ? undefined : 'It says that it is not available here.'
  } catch (error) {
    logger.log('warn', 'A tool is left out: its availability check failed.', { tool: tool.name, error: String(error) })
    return 'Its availability check failed; the log says why.'
  }
}

/** Those of the tools that can be used now, in their order. */
export async function availableTools(tools: readonly Tool[], options: AvailabilityOptions): Promise<readonly Tool[]> {
  const reasons = await Promise.all(tools.map((tool) => whyUnavailable(tool, options)))
  return tools.filter((_, index) => reasons[index] === undefined)
}
