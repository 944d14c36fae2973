import type { Logger, Tool } from '@hermes/core'
import { withinLimit } from '@hermes/safety'

export interface AvailabilityOptions {
  /** Variables to check {@link Tool.requiredVariables} against. Default: they are not checked. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined
  readonly logger: Logger
}

/** Maximum time for a check. A session waits for the checks before its first answer. */
const checkLimitMs = 5_000

/**
 * Returns the reason why a tool is not available, as a sentence for people, or `undefined` when it is. Returns a
 * promise only when the check of the tool does.
 */
export function unavailableReason(
  tool: Tool,
  { variables, logger }: AvailabilityOptions,
): Promise<string | undefined> | string | undefined {
  const missing = missingVariablesReason(tool, variables)
  if (missing !== undefined) return missing
  if (!tool.isAvailable) return undefined
  const failed = (error: unknown) => {
    logger.log('warn', 'A tool was omitted because its availability check failed.', {
      tool: tool.name,
      error: String(error),
    })
    return 'Its availability check failed: see the log.'
  }
  try {
    const check = tool.isAvailable()
    if (typeof check === 'boolean') return reasonOf(check)
    return withinLimit(check, checkLimitMs, `The availability check of "${tool.name}"`).then(reasonOf, failed)
  } catch (error) {
    return failed(error)
  }
}

/** Describes the missing variables of a tool as a sentence for people. Returns `undefined` when none is missing. */
export function missingVariablesReason(tool: Tool, variables: AvailabilityOptions['variables']): string | undefined {
  const missing = variables && tool.requiredVariables?.filter((name) => !variables[name])
  return missing?.length ? `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set.` : undefined
}

function reasonOf(isAvailable: boolean): string | undefined {
  return isAvailable ? undefined : 'It reports that it is not available here.'
}

/** Returns the available tools, in order. */
export async function availableTools(tools: readonly Tool[], options: AvailabilityOptions): Promise<readonly Tool[]> {
  const reasons = await Promise.all(tools.map((tool) => unavailableReason(tool, options)))
  return tools.filter((_, index) => reasons[index] === undefined)
}
