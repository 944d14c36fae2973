import { describe, expect, it } from 'vitest'
import type { Surface } from '../../../contracts/surface.js'
import type { Command } from '../../command.js'
import { createCommandTable } from '../../create-command-table.js'
import { runCommand } from '../../run-command.js'
import { services } from '../../testing/built-in-services.js'
import { testContext } from '../../testing/command-context.js'
import { setUp } from '../../testing/set-up-commands.js'
import { builtInCommands } from '../built-in-commands.js'

describe('/help', () => {
  it('lists the commands that a person may run, and explains one command', async () => {
    const { run } = setUp({ person: { id: 'guest', role: 'anyone' } })
    expect(await run('/help')).toMatchObject({
      type: 'table',
      rows: expect.arrayContaining([expect.objectContaining({ command: '/version' })]),
    })
    expect(JSON.stringify(await run('/help'))).not.toContain('/new')
    const owned = setUp()
    expect(await owned.run('/help new')).toEqual({
      type: 'text',
      text: '`/new [title] [now | -y]`: start a new session.\nAlso `/reset`.\nIt runs immediately, even during a turn.\nIt asks for confirmation; `now` or `-y` at the end of the line confirms it.',
    })
    expect(await owned.run('/help nothing')).toMatchObject({ type: 'error' })
  })

  it('counts the skills in a chat, where /commands lists them', async () => {
    const skills = Array.from(
      { length: 30 },
      (_, index): Command => ({
        name: `skill-${index}`,
        description: 'do one thing well',
        category: 'extension',
        run: async () => ({ type: 'done' }),
      }),
    )
    const table = createCommandTable({ commands: builtInCommands(services()), dynamic: () => ({ skills }) })
    const listed = (surface: Surface) => {
      const context = testContext({ surface })
      return runCommand(table, '/help', { ...context, commands: table.list(surface, context.person) })
    }
    const inChat = await listed({ kind: 'chat' })
    expect(inChat).toMatchObject({ note: '30 more are of skills, plugins and the settings: /commands lists all.' })
    expect(JSON.stringify(inChat)).not.toContain('skill-0')
    expect(JSON.stringify(await listed({ kind: 'terminal' }))).toContain('skill-0')
  })

  it('pages like /commands', async () => {
    const { run } = setUp()
    const first = await run('/commands')
    expect(first).toMatchObject({ note: 'Page 1 of 3. /commands 2 shows the next one.' })
    expect(await run('/commands 3')).toMatchObject({ note: 'Page 3 of 3.' })
    expect(await run('/commands 9')).toMatchObject({ type: 'error' })
  })
})

describe('/context', () => {
  it('adds up to the size of the next request', async () => {
    const { run } = setUp()
    const outcome = await run('/context all')
    expect(outcome).toMatchObject({
      type: 'table',
      title: '2 of 128,000 tokens · usual',
      data: { totalTokens: 2, freeTokens: 127_998 },
    })
    expect(outcome.type === 'table' && outcome.rows.map(({ part, tokens }) => [part, tokens])).toEqual([
      ['system prompt', 2],
      ['· identity', 2],
      ['free', 127_998],
    ])
  })
})
