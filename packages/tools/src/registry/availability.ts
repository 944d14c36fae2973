import type { Logger, Tool } from '@hermes/core'
import { withinLimit } from '@hermes/safety'

export interface AvailabilityOptions {
  /** Where {@link Tool.requiredVariables} are looked up. Without it they are not checked. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined
  readonly logger: Logger
}

/** A session waits for these checks before its first answer. */
const checkLimitMs = 5_000

/** Why a tool is not available, as a sentence for people; `undefined` when it is. A promise only for a check that has to be waited for. */
export function whyUnavailable(
  tool: Tool,
  { variables, logger }: AvailabilityOptions,
): Promise<string | undefined> | string | undefined {
  const unset = whyUnset(tool, variables)
  if (unset !== undefined) return unset
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

/** Which of its variables are missing, as a sentence for people; `undefined` when none is. */
export function whyUnset(tool: Tool, variables: AvailabilityOptions['variables']): string | undefined {
  const missing = variables && tool.requiredVariables?.filter((name) => !variables[name])
  return missing?.length ? `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set.` : undefined
}

function reasonOf(isAvailable: boolean): string | undefined {
  return isAvailable ? undefined : 'It reports that it is not available here.'
}

/** The available tools, in order. */
export async function availableTools(tools: readonly Tool[], options: AvailabilityOptions): Promise<readonly Tool[]> {
  const reasons = await Promise.all(tools.map((tool) => whyUnavailable(tool, options)))
  return tools.filter((_, index) => reasons[index] === undefined)
}
