import { describe, expect, it } from 'vitest'
import { everything, services } from '../testing/built-in-services.js'
import { setUp } from '../testing/set-up-commands.js'
import { builtInCommands } from './built-in-commands.js'

describe('all built-in commands', () => {
  const commands = builtInCommands(services(everything))

  it('have distinct names and aliases', () => {
    const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases])
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(commands.map(({ name, description }) => [name, description]))('/%s is described in one line', (_, text) => {
    expect(text).toMatch(/^[a-z][^\n.]{5,90}$/)
  })

  it.each(commands.map(({ name }) => name))('/%s answers in a new conversation', async (name) => {
    const outcome = await setUp({
      surface: name === 'approve' || name === 'deny' ? { kind: 'chat' } : { kind: 'terminal' },
    }).run(`/${name}`)
    const refusals = ['steer', 'bg', 'review', 'plan', 'btw', 'branch', 'undo', 'retry', 'handoff']
    expect(outcome.type === 'error').toBe(refusals.includes(name))
  })

  it('are absent without their services', () => {
    const names = builtInCommands(services()).map(({ name }) => name)
    expect(names).toContain('new')
    for (const name of [
      'save',
      'rollback',
      'diff',
      'btw',
      'context',
      'approve',
      'tools',
      'config',
      'clear',
      'handoff',
    ]) {
      expect(names).not.toContain(name)
    }
  })
})
