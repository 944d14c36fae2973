import type { StoredMessage } from '@hermes/core'
import { textOf } from '@hermes/core'
import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { ConversationHost } from './conversation-host.js'
import { toResult } from './to-result.js'

/** Maximum number of characters of a message for a client. */
const longestText = 8_000

const annotations = { readOnlyHint: true, openWorldHint: false }
const limit = z.int().min(1).max(200).default(50)

/** Adds tools for conversations, their messages, and a search in all of them. */
export function addReadingTools(server: McpServer, host: ConversationHost): void {
  server.registerTool(
    'conversations_list',
    { description: 'Lists conversations, newest first.', inputSchema: z.object({ limit }), annotations },
    async ({ limit }) => toResult({ conversations: (await host.list(limit)).map(toTimed) }),
  )
  server.registerTool(
    'messages_read',
    {
      description: 'Reads the newest messages of a conversation, oldest first.',
      inputSchema: z.object({ conversation_id: z.string(), limit }),
      annotations,
    },
    async ({ conversation_id, limit }) =>
      toResult({ messages: (await host.read(conversation_id, limit)).map(toMessage) }),
  )
  server.registerTool(
    'messages_search',
    {
      description: 'Searches the messages of all conversations: all words, "exact phrases", OR, NOT, prefix*.',
      inputSchema: z.object({ query: z.string(), limit: limit.default(20) }),
      annotations,
    },
    async ({ query, limit }) => {
      const found = await host.search(query, limit)
      return toResult({
        messages: found.map(({ conversationId, messageId, role, timestampMs, snippet }) => ({
          conversation_id: conversationId,
          message_id: messageId,
          role,
          time: new Date(timestampMs).toISOString(),
          snippet,
        })),
      })
    },
  )
}

function toTimed({
  id,
  title,
  source,
  workingDirectory,
  lastActivityAtMs,
}: Awaited<ReturnType<ConversationHost['list']>>[number]) {
  return {
    conversation_id: id,
    title,
    source,
    working_directory: workingDirectory,
    last_activity: new Date(lastActivityAtMs).toISOString(),
  }
}

function toMessage({ id, message, timestampMs }: StoredMessage) {
  const text = textOf(message.content)
  return {
    message_id: id,
    role: message.role,
    time: new Date(timestampMs).toISOString(),
    text: text.slice(0, longestText),
    ...(text.length > longestText && { cut_characters: text.length - longestText }),
    ...(message.role === 'assistant' &&
      message.tool_calls && { tool_calls: message.tool_calls.map((call) => call.function.name) }),
  }
}
