import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { expect, test } from 'vitest'
import type { ConversationHost, MessageToSend } from './conversation-host.js'
import { serveConversations } from './serve-conversations.js'

/** Connects a client to a host whose messages are answered only when `send` says so. */
async function connect(send: ConversationHost['send']) {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()]
  const host: ConversationHost = {
    version: '1',
    list: async () => [],
    read: async () => [],
    search: async () => [],
    interrupt: async () => false,
    questions: async () => [],
    answer: () => Promise.reject(new Error('There is no question.')),
    send,
  }
  const connection = await serveConversations(host, { scope: 'all', input: toServer, output: toClient })
  const client = new Client({ name: 'test', version: '1' })
  // Both ends of stdio send one message per line.
  await client.connect(new StdioServerTransport(toClient, toServer))
  return { client, connection, hangUp: () => void toServer.end() }
}

/** Simulates a turn that lasts until the signal of its message. */
function endlessTurn() {
  const begun = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<void>()
  const send = ({ signal }: MessageToSend) => {
    begun.resolve()
    signal.addEventListener('abort', () => cancelled.resolve())
    return cancelled.promise.then(() => Promise.reject(new Error('cancelled')))
  }
  return { send, begun: begun.promise, cancelled: cancelled.promise }
}

const message = { name: 'messages_send', arguments: { text: 'Hello.' } }

test('cancelling a call cancels its message, and the connection stays open', async () => {
  const turn = endlessTurn()
  const { client, connection } = await connect(turn.send)
  await using _ = connection
  const abort = new AbortController()
  const call = client.callTool(message, { signal: abort.signal })
  await turn.begun
  abort.abort()
  await expect(call).rejects.toThrow()
  await turn.cancelled
  const { tools } = await client.listTools()
  expect(tools).not.toHaveLength(0)
})

test('a client that leaves during a turn cancels its message', async () => {
  const turn = endlessTurn()
  const { client, connection, hangUp } = await connect(turn.send)
  await using _ = connection
  const call = client.callTool(message).catch(() => undefined)
  await turn.begun
  hangUp()
  await connection.closed
  await connection[Symbol.asyncDispose]()
  await turn.cancelled
  await client.close()
  await call
})

test('a client that leaves while a question is open ends the connection', async () => {
  const { client, connection, hangUp } = await connect(async () => ({ conversationId: 'c', status: 'waiting' }))
  await using _ = connection
  const { content } = await client.callTool(message)
  expect(content).toEqual([{ type: 'text', text: '{"conversation_id":"c","status":"waiting"}' }])
  hangUp()
  await connection.closed
})
