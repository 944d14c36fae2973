import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { createConversations } from '@hermes/conversations'
import { createCommandTable } from '@hermes/conversations/commands'
import { createAgent, createMemoryStore } from '@hermes/core'
import { createQuestionDesk } from '@hermes/core/questions'
import { createOfflineTransport } from '@hermes/transports/offline'

const store = createMemoryStore()
const questions = createQuestionDesk({ table: store.questions })

// The only tool. Each call needs approval: the first onlooker who answers decides.
const terminal = {
  name: 'terminal',
  description: 'Runs `date`, or `wait`, which lasts until it is canceled.',
  parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
}
async function runTerminal(call, { sessionId, signal, run }) {
  const { command } = JSON.parse(call.function.arguments)
  const request = { sessionId, tool: 'terminal', subject: command, args: { command }, reasons: ['It is a command.'] }
  const { decision } = await questions.approve(request, { signal, run })
  if (decision === 'deny') return { output: '', exit_code: 126, error: 'The people here said no.' }
  if (command === 'wait') await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  return { output: command === 'date' ? new Date().toISOString() : '', exit_code: 0, error: null }
}
const tools = {
  definitions: async () => [terminal],
  async *execute(calls, context) {
    for (const call of calls) {
      const content = JSON.stringify(await runTerminal(call, context))
      const message = { role: 'tool', tool_call_id: call.id, name: call.function.name, content }
      yield { type: 'tool-end', call, message, isError: false, durationMs: 0 }
    }
  },
}

// Commands take and return data: the page renders it.
const who = {
  name: 'who',
  description: 'say who is asking, and whether a turn runs',
  category: 'info',
  run: async (_, { person, conversation }) => ({
    type: 'text',
    text: `You are ${person.name}. The conversation is ${conversation.state.activity}.`,
  }),
}

const agent = createAgent({ transport: createOfflineTransport(), model: { id: 'offline' }, tools, store })
const conversations = createConversations({
  store,
  agentFor: async () => ({ agent, model: { id: 'offline', provider: 'offline' } }),
  commands: createCommandTable({ commands: [who] }),
  questions,
})

// One conversation per room: `http://localhost:8080/kitchen`.
const open = (room) => conversations.open({ key: `web:room:${room}`, seed: { source: 'web-chat' } })

/** JSON would omit the message of an error. */
const toJson = (value) => JSON.stringify(value, (_, part) => (part instanceof Error ? { message: part.message } : part))

const routes = {
  'GET events': async (room, request, response) => {
    const left = new AbortController()
    response.on('close', () => left.abort())
    // A reconnecting browser sends the last event that it has seen.
    const seen = Number(request.headers['last-event-id'])
    const options = { signal: left.signal, answers: true, ...(seen > 0 && { after: seen }) }
    const events = (await open(room)).events(options)
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.flushHeaders()
    for await (const event of events) {
      if (!response.write(`id: ${event.cursor}\ndata: ${toJson(event)}\n\n`)) await drained(response, left.signal)
    }
    response.end()
  },
  'POST say': async (room, request) => {
    const { text, name, id } = JSON.parse(await readText(request))
    const sender = { person: { id: name, name, role: 'user' }, surface: { kind: 'chat', name: 'web' } }
    return (await open(room)).submit({ content: text, ...(id && { id }) }, sender).accepted
  },
  'POST answer': async (_, request) => {
    const { question, decision, name } = JSON.parse(await readText(request))
    return questions.answer(question, { decision }, name)
  },
  'POST stop': async (room) => (await open(room)).interrupt('Somebody pressed stop.') ?? { stopped: true },
}

const drained = (response, signal) =>
  new Promise((resolve) => {
    response.once('drain', resolve)
    signal.addEventListener('abort', resolve, { once: true })
  })

const page = readFileSync(new URL('page.html', import.meta.url))
const server = createServer(async (request, response) => {
  const [, room = 'lobby', action = ''] = new URL(request.url, 'http://localhost').pathname.split('/')
  const route = routes[`${request.method} ${action}`]
  try {
    if (!route) return response.end(page)
    const answer = await route(room || 'lobby', request, response)
    if (answer) response.setHeader('content-type', 'application/json').end(toJson(answer))
  } catch (error) {
    if (!response.headersSent) response.statusCode = 400
    response.end(toJson({ message: error.message }))
  }
})
server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}/lobby\n`)
})
process.once('SIGTERM', async () => {
  await conversations[Symbol.asyncDispose]()
  server.close()
  server.closeAllConnections()
})
