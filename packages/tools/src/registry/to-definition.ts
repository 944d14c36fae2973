import { type AvailableTools, describeError, type Logger, type Tool, type ToolDefinition } from '@hermes/core'

/** What the model is told of a tool, in a session that has these tools. */
export function toDefinition(tool: Tool, available: AvailableTools, logger: Logger): ToolDefinition {
  const { name, description, parameters } = tool
  try {
    return { name, description, parameters, ...pickText(tool.adapt?.(available)) }
  } catch (error) {
    logger.log('warn', 'A tool could not adapt its description.', { tool: name, error: describeError(error) })
    return { name, description, parameters }
  }
}

/** A tool may give more than was asked for, such as its whole self. */
function pickText(adapted: Pick<ToolDefinition, 'description' | 'parameters'> | undefined) {
  return adapted && { description: adapted.description, parameters: adapted.parameters }
}
