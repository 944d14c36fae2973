import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createAgent, createMemoryStore, isTurnOpen } from '@hermes/core'
import { createTransport, resolveProvider } from '@hermes/transports'

// The model's tools. This one only reads, so an interrupted call may be repeated.
const clock = { name: 'clock', description: 'Tells the date and the time.', parameters: { type: 'object' } }
const tools = {
  definitions: async () => [clock],
  traitsOf: (name) => (name === clock.name ? { name, toolset: 'time', effect: 'read' } : undefined),
  async *execute(calls) {
    for (const call of calls) {
      const isError = call.function.name !== clock.name
      const content = isError ? 'There is no such tool.' : new Date().toString()
      const message = { role: 'tool', tool_call_id: call.id, name: call.function.name, content }
      yield { type: 'tool-end', call, message, isError, durationMs: 0 }
    }
  },
}

// The conversation is a file with one message per line.
const [file, sessionId] = ['session.jsonl', 'embed']
const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
const history = lines.map((line) => JSON.parse(line))
const store = createMemoryStore()
const timestampMs = Date.now()
await store.sessions.create({ id: sessionId, source: 'embed', startedAtMs: timestampMs })
const entries = history.map((message) => ({ message, timestampMs }))
await store.messages.append(sessionId, entries)

const { BASE_URL: baseUrl, MODEL, ...variables } = process.env
const provider = resolveProvider({ baseUrl, model: MODEL }, variables)
const agent = createAgent({ transport: createTransport(provider), model: { id: provider.model }, tools, store })

// With a question: the next turn. Without: the interrupted turn.
const [question] = process.argv.slice(2)
const run = question ? agent.run(question, { sessionId }) : agent.resume(sessionId)
process.once('SIGINT', () => run.interrupt('Ctrl+C'))
for await (const event of run) {
  if (event.type === 'text-delta') process.stdout.write(event.text)
  if (event.type === 'message-end') appendFileSync(file, `${JSON.stringify(event.message)}\n`)
}
const { outcome, messages } = await run.result
const state = isTurnOpen(messages) ? 'not answered yet' : 'answered'
process.stderr.write(`\n${outcome.status}: ${messages.length} messages, ${state}. ${outcome.error?.message ?? ''}\n`)
