import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { ConversationHost } from './conversation-host.js'
import { toQuestion } from './to-question.js'
import { toResult } from './to-result.js'

/**
 * Adds tools for the open approvals and clarifications of every process. A permanent permission is reserved for a
 * person at Hermes itself, and is not offered.
 */
export function addQuestionTools(server: McpServer, host: ConversationHost): void {
  server.registerTool(
    'permissions_list_open',
    {
      description: 'Lists the open questions of the agent: approvals of tool calls, and clarifications.',
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async () => toResult({ questions: (await host.questions()).map(toQuestion) }),
  )
  server.registerTool(
    'permissions_respond',
    {
      description: 'Answers a question: an approval with a decision, a clarification with text.',
      inputSchema: z.object({
        question_id: z.string(),
        decision: z.enum(['once', 'session', 'deny']).optional(),
        text: z.string().optional(),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    async ({ question_id, decision, text = '' }) => {
      const { accepted, question } = await host.answer(question_id, decision ? { decision } : { text })
      return toResult({ accepted, state: question.state })
    },
  )
}
