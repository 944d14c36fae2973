import { type Approve, type Choice, silentLogger, type ToolGate } from '@hermes/core'
import { expect, test } from 'vitest'
import { configSchema } from '../../schema/config-schema.js'
import { createCommandNetwork } from './command-network.js'

type Asked = Parameters<Approve>[0]
type Answer = Awaited<ReturnType<Approve>>

const signal = new AbortController().signal
const owner = (conversation = 'one') => ({ conversation, command: 'npm install' })

function open(answer: Answer | (() => Promise<Answer>), terminal: object = { sandbox_network: 'list' }) {
  const asked: Asked[] = []
  const network = createCommandNetwork({
    config: configSchema.parse({ terminal }),
    isAttended: true,
    approve: async (request) => {
      asked.push(request)
      return typeof answer === 'function' ? answer() : answer
    },
    logger: silentLogger,
  })
  const admit = (host: string, by = owner()) => network.admit({ host, port: 443 }, by, signal)
  return { network, asked, admit }
}

async function choose(network: ReturnType<typeof open>['network'], conversation: string, mode: Choice['network']) {
  const gate: ToolGate = { review: async () => ({ allowed: true }) }
  const request: object = { sessionId: conversation }
  await network.watch(gate, mode).review(request as Parameters<ToolGate['review']>[0], { signal })
}

test('uses the configured mode, or the one that a conversation chooses', async () => {
  const { network } = open({ decision: 'deny' }, {})
  expect(network.accessOf(owner())).toBe('shared')
  await choose(network, 'one', 'list')
  await choose(network, 'two', 'off')
  expect(['one', 'two', 'three'].map((id) => network.accessOf(owner(id)))).toEqual(['proxied', 'none', 'shared'])
  await choose(network, 'one', undefined)
  expect(network.accessOf(owner())).toBe('shared')
})

test('names the host and the command in the question, and explains a denial to the agent', async () => {
  const { asked, admit } = open({ decision: 'deny', reason: 'use the mirror' })
  expect(await admit('Registry.Example.org.')).toEqual({
    refused:
      'No connection to registry.example.org: the user did not allow it: use the mirror. Do not try another way to reach it.',
  })
  expect(asked).toMatchObject([
    {
      subject: 'npm install',
      reasons: ['It connects to registry.example.org.'],
      sessionScope: 'connections to registry.example.org',
    },
  ])
})

test('allows only listed hosts when no person can be asked', async () => {
  const { admit } = open(
    { decision: 'deny', unanswered: 'unattended' },
    { sandbox_network: 'list', sandbox_hosts: ['localhost'] },
  )
  expect(await admit('registry.example.org')).toMatchObject({ refused: expect.stringContaining('no one to ask') })
  expect(await admit('localhost')).toMatchObject({ addresses: expect.arrayContaining(['127.0.0.1']) })
})

test.each([
  ['once', [1, 2, 3]],
  ['session', [1, 1, 2]],
  ['always', [1, 1, 1]],
] as const)('remembers the answer "%s" for the command, the conversation or all', async (decision, counts) => {
  const { asked, admit } = open({ decision })
  const first = owner()
  const counted: number[] = []
  for (const by of [first, owner(), owner('two')]) {
    await admit('no-such-name.invalid', by)
    counted.push(asked.length)
  }
  expect(counted).toEqual(counts)
  await admit('no-such-name.invalid', first)
  expect(asked).toHaveLength(counts[2])
})

test('refuses private and metadata addresses without asking, except a private one that the owner has listed', async () => {
  const list = { sandbox_network: 'list', sandbox_hosts: ['10.1.2.3', '169.254.169.254', 'metadata.google.internal'] }
  const { asked, admit } = open({ decision: 'once' }, list)
  for (const host of [
    '127.0.0.1',
    '::1',
    '0x7f.1',
    '192.168.1.1',
    '169.254.169.254',
    'metadata.google.internal',
    'nas.local',
  ])
    expect({ host, ...(await admit(host)) }).toMatchObject({ host, refused: expect.any(String) })
  expect(await admit('10.1.2.3')).toEqual({ addresses: ['10.1.2.3'] })
  expect(asked).toEqual([])
})

test('refuses a name that leads to a private address, although it was allowed', async () => {
  const { asked, admit } = open({ decision: 'session' })
  // The hosts file of every machine maps this name to the loopback interface.
  const verdict = await admit('localhost')
  expect(verdict).toMatchObject({ refused: expect.any(String) })
  expect(asked).toEqual([])
})

test('asks once about simultaneous connections to a host', async () => {
  const answer = Promise.withResolvers<Answer>()
  const { asked, admit } = open(() => answer.promise)
  const all = [admit('a.example'), admit('a.example'), admit('b.example')]
  await Promise.resolve()
  answer.resolve({ decision: 'deny' })
  await Promise.all(all)
  expect(asked.map(({ reasons }) => reasons)).toEqual([['It connects to a.example.'], ['It connects to b.example.']])
})

test('refuses connections once the network is off, also for a command that was started with the list', async () => {
  const { network, asked, admit } = open({ decision: 'once' })
  await choose(network, 'one', 'off')
  expect(await admit('a.example')).toMatchObject({ refused: expect.stringContaining('is off') })
  expect(asked).toEqual([])
})
