import { type AvailableTools, describeError, type Logger, type Tool, type ToolDefinition } from '@hermes/core'

/** Returns the definition of a tool for the model, in a session with the available tools. */
export function toDefinition(tool: Tool, available: AvailableTools, logger: Logger): ToolDefinition {
  const { name, description, parameters } = tool
  try {
    return { name, description, parameters, ...pickText(tool.adapt?.(available)) }
  } catch (error) {
    logger.log('warn', 'A tool failed to adapt its description.', { tool: name, error: describeError(error) })
    return { name, description, parameters }
  }
}

/** Picks the definition, because `adapt` may return additional properties, such as the whole tool. */
function pickText(adapted: Pick<ToolDefinition, 'description' | 'parameters'> | undefined) {
  return adapted && { description: adapted.description, parameters: adapted.parameters }
}
