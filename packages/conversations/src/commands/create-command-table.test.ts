import { createMemoryStore, HermesError, type SlashCommand } from '@hermes/core'
import { describe, expect, it, vi } from 'vitest'
import type { CommandOutcome } from '../contracts/command-outcome.js'
import type { Command } from './command.js'
import { completeLine } from './complete-line.js'
import { createConfirmations } from './confirm.js'
import { createCommandTable, type ShadowedCommand } from './create-command-table.js'
import { runCommand } from './run-command.js'
import { owner, terminal, testContext } from './testing/command-context.js'

const said = (name: string, more: Partial<Command> = {}): Command => ({
  name,
  description: `say ${name}`,
  category: 'info',
  run: async (args) => ({ type: 'text', text: `${name}(${args})` }),
  ...more,
})

const chat = { kind: 'chat', name: 'telegram' } as const
const guest = { id: 'guest', role: 'anyone' } as const

describe('find', () => {
  const table = createCommandTable({
    commands: [
      said('new', { aliases: ['reset'] }),
      said('sessions'),
      said('status'),
      said('stop'),
      said('clear', { surfaces: ['terminal'] }),
      said('config', { who: 'admin' }),
      said('help', { who: 'anyone', aliases: ['?'] }),
      said('reload-mcp'),
    ],
  })
  const find = (line: string) => table.find(line, terminal, owner)
  const nameOf = (line: string) => {
    const found = find(line)
    return found.type === 'command' ? [found.command.name, found.args] : found.type
  }

  it.each([
    ['/new', ['new', '']],
    ['/new  a title ', ['new', 'a title']],
    ['/reset now', ['new', 'now']],
    ['/NEW x', ['new', 'x']],
    ['/?', ['help', '']],
    ['/se', ['sessions', '']],
    ['/reload_mcp', ['reload-mcp', '']],
    ['/new one\ntwo', ['new', 'one\ntwo']],
    ['/etc/hosts is empty', 'message'],
    ['/usr/bin', 'message'],
    ['/a.txt', 'message'],
    ['no command', 'message'],
    ['/', 'unknown'],
    ['/nothing', 'unknown'],
  ])('reads %j', (line, expected) => {
    expect(nameOf(line)).toEqual(expected)
  })

  it('lists the matches of an ambiguous prefix', () => {
    expect(find('/st')).toEqual({
      type: 'unknown',
      text: '/st could be /status, /stop.',
      suggestions: ['status', 'stop'],
    })
  })

  it('suggests similar names for an unknown one', () => {
    expect(find('/statsu')).toMatchObject({ type: 'unknown', suggestions: ['status'] })
    expect(find('/xyzzy')).toEqual({
      type: 'unknown',
      text: 'There is no command /xyzzy. /help lists them.',
      suggestions: [],
    })
  })

  it('names the replacement of a missing command, before a command that its name is a prefix of', () => {
    const missing = { egress: 'Use `/network` instead.', stat: 'There are no statistics.' }
    const lacking = createCommandTable({ commands: [said('status'), said('network')], missing })
    expect(lacking.find('/egress status', terminal, owner)).toEqual({
      type: 'unknown',
      text: 'There is no command /egress. Use `/network` instead.',
      suggestions: [],
    })
    expect(lacking.find('/stat', terminal, owner)).toMatchObject({ type: 'unknown' })
    expect(lacking.find('/sta', terminal, owner)).toMatchObject({ type: 'command' })
    expect(lacking.find('/constructor', terminal, owner)).toMatchObject({ type: 'unknown' })
  })

  it('rejects other surfaces and lower roles, and lists only permitted commands', () => {
    expect(table.find('/clear', chat, owner)).toEqual({
      type: 'refused',
      text: '/clear is only available in: terminal.',
    })
    expect(table.find('/config', chat, { id: 'user', role: 'user' })).toEqual({
      type: 'refused',
      text: '/config needs the role "admin".',
    })
    expect(table.list(chat, guest).map(({ name }) => name)).toEqual(['help'])
    expect(table.list(terminal, owner)).toHaveLength(8)
  })

  it('refuses a full name that is also the prefix of a permitted command', () => {
    const reloads = createCommandTable({ commands: [said('reload', { who: 'admin' }), said('reload-skills')] })
    const user = { id: 'user', role: 'user' } as const
    expect(reloads.find('/reload', chat, user)).toEqual({ type: 'refused', text: '/reload needs the role "admin".' })
    expect(reloads.find('/reload-', chat, user)).toMatchObject({ type: 'command', command: { name: 'reload-skills' } })
  })

  it('does not resolve a prefix to a command that may not be run', () => {
    expect(table.find('/cl', chat, owner)).toMatchObject({ type: 'unknown', suggestions: [] })
  })
})

describe('run', () => {
  const table = (command: Partial<Command>) => createCommandTable({ commands: [said('act', command)] })

  it('returns a thrown error as an error outcome', async () => {
    const failing = table({
      run: async () => {
        throw new HermesError('x-test/failed', 'The disk is full: free some space.')
      },
    })
    expect(await runCommand(failing, '/act', testContext())).toEqual({
      type: 'error',
      text: 'The disk is full: free some space.',
    })
  })

  it('returns a synchronously thrown error as an error outcome', async () => {
    const failing = table({
      run: () => {
        throw new TypeError('Broken.')
      },
    })
    expect(await runCommand(failing, '/act', testContext())).toEqual({ type: 'error', text: 'Broken.' })
  })

  it('rejects arguments of more than 1 MB, in bytes', async () => {
    const run = vi.fn(async (): Promise<CommandOutcome> => ({ type: 'done' }))
    expect(await runCommand(table({ run }), `/act ${'x'.repeat(1024 * 1024)}`, testContext())).toEqual({ type: 'done' })
    expect(await runCommand(table({ run }), `/act ${'x'.repeat(1024 * 1024 + 1)}`, testContext())).toMatchObject({
      type: 'error',
    })
    expect(await runCommand(table({ run }), `/act ${'\u20ac'.repeat(350_000)}`, testContext())).toMatchObject({
      type: 'error',
    })
    expect(run).toHaveBeenCalledOnce()
  })

  it('ends on an abort even if the command ignores the signal', async () => {
    const controller = new AbortController()
    const running = runCommand(
      table({ run: () => new Promise(() => undefined) }),
      '/act',
      testContext({ signal: controller.signal }),
    )
    controller.abort(new HermesError('x-test/stopped', 'Stopped.'))
    expect(await running).toEqual({ type: 'error', text: 'Stopped.' })
  })

  it('does not start a command whose signal is aborted', async () => {
    const run = vi.fn(async (): Promise<CommandOutcome> => ({ type: 'done' }))
    const signal = AbortSignal.abort(new HermesError('x-test/stopped', 'Stopped.'))
    expect(await runCommand(table({ run }), '/act', testContext({ signal }))).toMatchObject({ type: 'error' })
    expect(run).not.toHaveBeenCalled()
  })

  it('returns a path as a message', async () => {
    expect(await runCommand(table({}), '/etc/hosts is empty', testContext())).toEqual({
      type: 'message',
      content: '/etc/hosts is empty',
    })
  })
})

describe('destructive commands', () => {
  const setUp = (isDestructive: Command['isDestructive'] = true) => {
    const { values } = createMemoryStore()
    if (!values) throw new TypeError('The memory store has no values.')
    const confirmations = createConfirmations(values)
    const table = createCommandTable({
      commands: [said('wipe', { isDestructive: isDestructive ?? true })],
      confirmations,
    })
    return (line: string) => runCommand(table, line, testContext())
  }

  it('asks first, and runs without the confirming word', async () => {
    const run = setUp()
    expect(await run('/wipe all')).toEqual({
      type: 'confirm',
      text: '/wipe all: say wipe?',
      confirm: '/wipe all -y',
      always: '/wipe all --always',
    })
    expect(await run('/wipe all -y')).toEqual({ type: 'text', text: 'wipe(all)' })
    expect(await run('/wipe now')).toEqual({ type: 'text', text: 'wipe()' })
    expect(await run('/wipe all')).toMatchObject({ type: 'confirm' })
  })

  it('does not ask again after "always"', async () => {
    const run = setUp()
    expect(await run('/wipe all --always')).toEqual({ type: 'text', text: 'wipe(all)' })
    expect(await run('/wipe more')).toEqual({ type: 'text', text: 'wipe(more)' })
  })

  it('asks only if this call is destructive', async () => {
    const run = setUp((args) => args === 'all')
    expect(await run('/wipe one')).toEqual({ type: 'text', text: 'wipe(one)' })
    expect(await run('/wipe all')).toMatchObject({ type: 'confirm' })
  })

  it('keeps the words of a command that is not destructive', async () => {
    expect(await setUp(false)('/wipe -y')).toEqual({ type: 'text', text: 'wipe(-y)' })
  })
})

describe('quick commands', () => {
  const commands = [said('status'), said('usage', { aliases: ['cost'] })]

  it('run another command with their arguments', async () => {
    const table = createCommandTable({
      commands,
      quick: { st: { type: 'alias', target: '/status brief' }, s: { type: 'alias', target: '/st' } },
    })
    expect(await runCommand(table, '/s now', testContext())).toEqual({ type: 'text', text: 'status(brief now)' })
  })

  it('submit a message', async () => {
    const table = createCommandTable({ commands, quick: { mail: { type: 'alias', target: 'Read my mail.' } } })
    expect(await runCommand(table, '/mail of today', testContext())).toEqual({
      type: 'message',
      content: 'Read my mail. of today',
    })
  })

  it('stop when aliases refer to each other', async () => {
    const table = createCommandTable({
      commands,
      quick: { a: { type: 'alias', target: '/b' }, b: { type: 'alias', target: '/a' } },
    })
    expect(await runCommand(table, '/a', testContext())).toMatchObject({ type: 'message' })
  })

  it('run a command line with limits, and show its output', async () => {
    const runCommandLine = vi.fn(async () => ({
      output: 'up ``` 3 days\n',
      exitCode: 0,
      isTimedOut: false,
      isTruncated: true,
    }))
    const quick = { up: { type: 'exec', command: 'uptime', timeoutMs: 5000 } } as const
    const table = createCommandTable({ commands, quick, runCommandLine })
    expect(await runCommand(table, '/up', testContext())).toEqual({
      type: 'text',
      text: '````\nup ``` 3 days\n````\n\nThe rest of the output was omitted.',
    })
    expect(runCommandLine).toHaveBeenCalledWith(
      'uptime',
      expect.objectContaining({ timeoutMs: 5000, maxOutputBytes: 65_536 }),
    )
  })

  it.each([
    [{ exitCode: 1, isTimedOut: false }, '`false` ended with exit code 1.'],
    [{ exitCode: null, isTimedOut: true }, '`false` was stopped after 30 seconds.'],
  ])('report why a command line failed: %j', async (result, text) => {
    const runCommandLine = async () => ({ output: '', isTruncated: false, ...result })
    const table = createCommandTable({ commands, quick: { no: { type: 'exec', command: 'false' } }, runCommandLine })
    expect(await runCommand(table, '/no', testContext())).toEqual({ type: 'error', text })
  })

  it('do not hide a built-in command without replaces', async () => {
    const shadowed: ShadowedCommand[] = []
    const table = createCommandTable({
      commands,
      quick: { status: { type: 'alias', target: 'Quick.' }, usage: { type: 'alias', target: 'Mine.', replaces: true } },
      onShadowed: (given) => shadowed.push(given),
    })
    expect(await runCommand(table, '/status', testContext())).toEqual({ type: 'text', text: 'status()' })
    expect(await runCommand(table, '/usage', testContext())).toEqual({ type: 'message', content: 'Mine.' })
    expect(shadowed).toEqual([
      { name: 'usage', hidden: 'built-in', by: 'quick command' },
      { name: 'status', hidden: 'quick command', by: 'built-in' },
    ])
  })

  it('do not redirect a built-in command that they cannot hide', async () => {
    const table = createCommandTable({ commands, quick: { status: { type: 'alias', target: '/usage' } } })
    expect(await runCommand(table, '/status', testContext())).toEqual({ type: 'text', text: 'status()' })
  })

  it('take precedence over bundles, which take precedence over skills', async () => {
    const table = createCommandTable({
      commands,
      quick: { one: { type: 'alias', target: 'Quick.' } },
      dynamic: () => ({
        bundles: [said('one'), said('two')],
        skills: [said('one'), said('two', { description: 'a skill' }), said('three')],
      }),
    })
    expect(await runCommand(table, '/one', testContext())).toEqual({ type: 'message', content: 'Quick.' })
    expect(table.list(terminal, owner).map(({ name, description }) => `${name}: ${description}`)).toEqual([
      'status: say status',
      'usage: say usage',
      'one: stands for `Quick.`',
      'two: say two',
      'three: say three',
    ])
  })
})

it('rejects an invalid name', () => {
  expect(() => createCommandTable({ commands: [said('two words')] })).toThrow(RangeError)
})

it('gives a name precedence over an alias', () => {
  const table = createCommandTable({ commands: [said('quit', { aliases: ['queue', 'exit'] }), said('queue')] })
  expect(table.find('/queue', terminal, owner)).toMatchObject({ command: { name: 'queue' } })
  expect(table.list(terminal, owner)[0]?.aliases).toEqual(['exit'])
})

it('includes the commands of plugins, with texts and with outcomes', async () => {
  const weather: SlashCommand = {
    name: 'weather',
    description: 'show the weather',
    run: async (args, { sessionId }) => (args === '' ? { type: 'done' } : `Rain in ${args}, ${sessionId}.`),
  }
  const table = createCommandTable({ commands: [], plugins: () => [weather] })
  expect(await runCommand(table, '/weather Bergen', testContext())).toEqual({
    type: 'text',
    text: 'Rain in Bergen, session-1.',
  })
  expect(await runCommand(table, '/weather', testContext())).toEqual({ type: 'done' })
  expect(table.list(terminal, owner)[0]).toMatchObject({ name: 'weather', category: 'extension' })
})

it('finds a plugin command that was added after the table was created', async () => {
  const added: SlashCommand[] = []
  const table = createCommandTable({ commands: [], plugins: () => added })
  expect(table.find('/late', terminal, owner).type).toBe('unknown')
  added.push({ name: 'late', description: 'come late', run: async () => '' })
  expect(table.find('/late', terminal, owner).type).toBe('command')
})

it('completes names and arguments', async () => {
  const table = createCommandTable({
    commands: [
      said('model', {
        complete: async (prefix) =>
          ['opus', 'sonnet'].filter((name) => name.startsWith(prefix)).map((text) => ({ text })),
      }),
      said('more'),
      said('new'),
    ],
  })
  expect(await completeLine(table, '/mo', testContext())).toEqual({
    start: 0,
    completions: [
      { text: '/model', detail: 'say model' },
      { text: '/more', detail: 'say more' },
    ],
  })
  expect(await completeLine(table, '/model so', testContext())).toEqual({ start: 7, completions: [{ text: 'sonnet' }] })
  expect(await completeLine(table, '/new x', testContext())).toEqual({ start: 5, completions: [] })
})

it('completes a name by letters that are not its prefix, the closest match first', async () => {
  const names = ['local-models', 'more', 'model-list', 'model']
  const table = createCommandTable({ commands: names.map((name) => said(name)) })
  const completed = async (line: string) => (await completeLine(table, line, testContext())).completions
  expect((await completed('/mdl')).map(({ text }) => text)).toEqual(['/model', '/model-list', '/local-models'])
  expect((await completed('/mo')).map(({ text }) => text)).toEqual(['/more', '/model-list', '/model'])
  expect(await completed('/xyz')).toEqual([])
})

describe('judge', () => {
  const judge = vi.fn(async ({ name }: { readonly name: string }) => (name === 'new' ? 'not now.' : undefined))
  const erased = vi.fn(async (): Promise<CommandOutcome> => ({ type: 'done' }))
  const table = createCommandTable({
    commands: [
      said('new', { aliases: ['reset'] }),
      said('status'),
      said('erase', { isDestructive: true, run: erased }),
    ],
    judge,
  })
  const run = (line: string) => runCommand(table, line, testContext())

  it('prevents a command from running, by its full name, with a reason', async () => {
    expect(await run('/reset all')).toEqual({ type: 'error', text: '/new was not run: not now.' })
    expect(await run('/status now')).toEqual({ type: 'text', text: 'status(now)' })
    expect(judge).toHaveBeenLastCalledWith({
      sessionId: testContext().conversation.id,
      name: 'status',
      args: 'now',
      source: 'terminal',
      surface: 'terminal',
      userId: 'local',
      role: 'admin',
    })
  })

  it('is called when a command runs, but not when it asks for confirmation', async () => {
    judge.mockClear()
    expect(await run('/erase')).toMatchObject({ type: 'confirm' })
    expect(judge).not.toHaveBeenCalled()
    expect(await run('/erase now')).toEqual({ type: 'done' })
    expect(judge).toHaveBeenCalledOnce()
    expect(erased).toHaveBeenCalledOnce()
  })
})
