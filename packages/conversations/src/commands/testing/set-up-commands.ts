import { createMemoryStore, type Message, type SessionStore } from '@hermes/core'
import { type BuiltInServices, builtInCommands } from '../built-in/built-in-commands.js'
import { createConfirmations } from '../confirm.js'
import { createCommandTable } from '../create-command-table.js'
import { runCommand } from '../run-command.js'
import { everything, services } from './built-in-services.js'
import { type TestContextOptions, testContext } from './command-context.js'

export const user = (content: string): Message => ({ role: 'user', content })
export const agent = (content: string): Message => ({ role: 'assistant', content })

/** Creates a store with one session of these messages. */
export async function storeWith(messages: readonly Message[], id = 'session-1'): Promise<SessionStore> {
  const store = createMemoryStore()
  await store.sessions.create({
    id,
    source: 'cli',
    startedAtMs: 1,
    systemPrompt: 'You help.',
    model: 'usual',
    notes: { tools: [], measured: { promptTokens: 9, messageCount: 4, model: 'usual' } },
  })
  await store.messages.append(
    id,
    messages.map((message, index) => ({ message, timestampMs: index + 1 })),
  )
  return store
}

interface Setting extends TestContextOptions {
  readonly services?: Partial<BuiltInServices>
}

/** Creates the built-in commands with all services, and a conversation to run them in. */
export function setUp({ services: more = everything, ...options }: Setting = {}) {
  const { values } = createMemoryStore()
  const confirmations = values && { confirmations: createConfirmations(values) }
  const table = createCommandTable({
    commands: builtInCommands(services({ ...more, ...confirmations })),
    ...confirmations,
  })
  const context = testContext(options)
  const { surface, person } = context
  const withCommands = { ...context, commands: table.list(surface, person) }
  return { table, context, run: (line: string) => runCommand(table, line, withCommands) }
}
