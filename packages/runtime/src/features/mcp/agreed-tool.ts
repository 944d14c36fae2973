import { HermesError, type Tool } from '@hermes/core'
import { describeAgreed, type ReviewTool } from './stand-in.js'

/**
 * Returns a tool that has been agreed to. Its text may come from an earlier process, and the connection for its first call may list a
 * different tool. Then nothing is called, and a person is asked as for any changed tool.
 */
export function agreedTool(tool: Tool, review: ReviewTool): Tool {
  return {
    ...tool,
    async run(args, context) {
      try {
        return await tool.run(args, context)
      } catch (error) {
        if (!HermesError.is(error) || error.code !== 'mcp/changed') throw error
        // The arguments were written and approved for the old version.
        return describeAgreed(await review(tool.name, context))
      }
    },
  }
}
