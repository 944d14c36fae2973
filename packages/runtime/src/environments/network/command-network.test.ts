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

test('the mode is configured, or chosen by a conversation', async () => {
  const { network } = open({ decision: 'deny' }, {})
  expect(network.accessOf(owner())).toBe('shared')
  await choose(network, 'one', 'list')
  await choose(network, 'two', 'off')
  expect(['one', 'two', 'three'].map((id) => network.accessOf(owner(id)))).toEqual(['proxied', 'none', 'shared'])
  await choose(network, 'one', undefined)
  expect(network.accessOf(owner())).toBe('shared')
})

test('a question names the host and the command, and a denial is a sentence for the agent', async () => {
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

test('without a person, only listed hosts are reached', async () => {
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
] as const)('the answer "%s" covers the same command, conversation or all', async (decision, counts) => {
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

test('private and metadata addresses are refused without a question, unless the owner has listed a private one', async () => {
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

test('a name that leads to a private address is refused after it was allowed', async () => {
  const { asked, admit } = open({ decision: 'session' })
  // The hosts file of every machine leads this name to the loopback interface.
  const verdict = await admit('localhost')
  expect(verdict).toMatchObject({ refused: expect.any(String) })
  expect(asked).toEqual([])
})

test('connections at the same time are one question', async () => {
  const answer = Promise.withResolvers<Answer>()
  const { asked, admit } = open(() => answer.promise)
  const all = [admit('a.example'), admit('a.example'), admit('b.example')]
  await Promise.resolve()
  answer.resolve({ decision: 'deny' })
  await Promise.all(all)
  expect(asked.map(({ reasons }) => reasons)).toEqual([['It connects to a.example.'], ['It connects to b.example.']])
})

test('a command that was started with the list reaches nothing once the network is off', async () => {
  const { network, asked, admit } = open({ decision: 'once' })
  await choose(network, 'one', 'off')
  expect(await admit('a.example')).toMatchObject({ refused: expect.stringContaining('is off') })
  expect(asked).toEqual([])
})
