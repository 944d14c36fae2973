import { createConversations } from '@hermes/conversations'
import {
  builtInCommands,
  type CommandContext,
  completeLine,
  createCommandTable,
  quickCommandsOf,
} from '@hermes/conversations/commands'
import { createMemoryStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { renderOutcome } from '../render/outcomes/outcome.js'
import { createStyle } from '../render/text/style.js'

const sender = { person: { id: 'local', role: 'admin' }, surface: { kind: 'terminal' } } as const

async function openTable() {
  const store = createMemoryStore()
  const agentFor = () => Promise.reject(new Error('No turn runs.'))
  const table = createCommandTable({
    commands: builtInCommands({
      agentFor,
      newTarget: () => ({ seed: {} }),
      generateId: () => 'id',
      usualMode: () => 'manual',
      version: '1.0.0',
      clearScreen: () => undefined,
      display: { showTools: true, showReasoning: false, isReasoningWhole: true },
    }),
    quick: quickCommandsOf({
      quick_commands: {
        up: { type: 'exec', command: 'uptime', timeout: 2 },
        big: { type: 'alias', target: '/model x' },
      },
    }),
  })
  const conversations = createConversations({ store, agentFor, commands: table })
  const context: CommandContext = {
    ...sender,
    conversation: await conversations.open({ seed: {} }),
    conversations,
    store,
    commands: table.list(sender.surface, sender.person),
    signal: new AbortController().signal,
    report: () => undefined,
  }
  return { table, context }
}

test('includes every command of the table and the config in help and completion', async () => {
  const { table, context } = await openTable()
  const names = table.list(sender.surface, sender.person).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['clear', 'verbose', 'quit', 'up', 'big']))
  const found = table.find('/help', sender.surface, sender.person)
  if (found.type !== 'command') throw new TypeError('There is no /help.')
  const help = renderOutcome(await found.command.run('', context), {
    style: createStyle(false),
    columns: 100,
    nowMs: 0,
  })
  for (const name of names) expect(help).toMatch(new RegExp(`^/${name}\\b`, 'm'))
  const { completions } = await completeLine(table, '/', context)
  expect(completions.map(({ text }) => text)).toEqual(names.map((name) => `/${name}`))
})

test('keeps terminal-only commands out of chat networks, and vice versa', async () => {
  const { table } = await openTable()
  const chat = table.list({ kind: 'chat' }, sender.person).map(({ name }) => name)
  for (const name of ['clear', 'verbose', 'quit']) expect(chat).not.toContain(name)
})
