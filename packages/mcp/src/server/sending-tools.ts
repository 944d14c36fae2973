import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { ConversationHost } from './conversation-host.js'
import { toQuestion } from './to-question.js'
import { toResult } from './to-result.js'

/** Adds tools that send messages to the agent and interrupt it. */
export function addSendingTools(server: McpServer, host: ConversationHost): void {
  server.registerTool(
    'messages_send',
    {
      description:
        'Sends a message to the agent and waits for its reply. Without conversation_id, a new conversation begins.',
      inputSchema: z.object({
        conversation_id: z.string().optional(),
        text: z.string().min(1),
        wait_seconds: z.number().min(0).max(3600).default(45),
      }),
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    },
    async ({ conversation_id, text, wait_seconds }, { mcpReq }) => {
      const { conversationId, status, reply, question, message } = await host.send({
        ...(conversation_id !== undefined && { conversationId: conversation_id }),
        text,
        waitMs: wait_seconds * 1000,
        signal: mcpReq.signal,
      })
      const sent = {
        conversation_id: conversationId,
        status,
        reply,
        question: question && toQuestion(question),
        message,
      }
      return { ...toResult(sent), isError: status === 'failed' }
    },
  )
  server.registerTool(
    'messages_interrupt',
    {
      description: 'Ends the running turn of a conversation that this server has open.',
      inputSchema: z.object({ conversation_id: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    async ({ conversation_id }) => toResult({ interrupted: await host.interrupt(conversation_id) }),
  )
}
