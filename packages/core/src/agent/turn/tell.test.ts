import { fakeTools, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import type { Plugin } from '../../contracts/agent/plugin.js'
import type { Message } from '../../contracts/model/message.js'
import type { NewMessage } from '../../contracts/sessions/stored-message.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

const news = '[Not from the user: the build is done.]'

/** Creates a plugin that tells `news` once, as soon as it may. */
function teller(): Plugin & { readonly asked: boolean[] } {
  const asked: boolean[] = []
  let isTold = false
  return {
    name: 'teller',
    asked,
    hooks: {
      async pre_llm_call({ tell }) {
        asked.push(tell !== undefined)
        if (!tell || isTold) return
        isTold = true
        await tell(news)
      },
    },
  }
}

const call = { id: 'c1', type: 'function', function: { name: 'build', arguments: '{}' } } as const

async function open(
  stored: readonly Message[],
  answers: readonly string[],
  details: Pick<NewMessage, 'finishReason'> = {},
) {
  const store = createMemoryStore()
  await store.sessions.create({ id: 's', source: 'test', startedAtMs: 0 })
  for (const message of stored) await store.messages.append('s', [{ message, timestampMs: 1, ...details }])
  const transport = scripted(answers.map((answer) => text(answer)))
  const plugin = teller()
  const agent = createAgent({ transport, model: { id: 'm' }, store, tools: fakeTools({}), plugins: [plugin] })
  const asked = (index: number) => transport.requests[index]?.messages
  const loaded = async () => (await store.messages.load('s')).map(({ message }) => [message.role, message.content])
  return { agent, asked, loaded, plugin }
}

test('reads what a hook tells in its turn, and in the same place in later turns', async () => {
  const { agent, asked, loaded } = await open([], ['Good.', 'Yes.'])
  await agent.run('hello', { sessionId: 's' }).result
  await agent.run('and?', { sessionId: 's' }).result
  expect(asked(0)).toEqual([{ role: 'user', content: `hello\n\n${news}` }])
  expect(asked(1)?.slice(0, 1)).toEqual(asked(0))
  expect(await loaded()).toEqual([
    ['user', 'hello'],
    ['user', news],
    ['assistant', 'Good.'],
    ['user', 'and?'],
    ['assistant', 'Yes.'],
  ])
})

test('reads it after the results of the calls in a resumed turn, so that the beginning stays unchanged', async () => {
  const begun: readonly Message[] = [
    { role: 'user', content: 'build it' },
    { role: 'assistant', content: '', tool_calls: [call] },
  ]
  const { agent, asked, loaded } = await open(begun, ['Done.', 'Bye.'])
  await agent.resume('s').result
  await agent.run('thanks', { sessionId: 's' }).result
  expect(asked(0)?.slice(0, 2)).toEqual(begun)
  expect(asked(0)?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
  expect(asked(0)?.at(-1)?.content).toBe(news)
  expect(asked(1)?.slice(0, 4)).toEqual(asked(0))
  expect((await loaded()).map(([role]) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'user',
    'assistant',
    'user',
    'assistant',
  ])
})

test('tells nothing between the parts of an answer, but in the next turn', async () => {
  const begun: readonly Message[] = [
    { role: 'user', content: 'tell a story' },
    { role: 'assistant', content: 'Once upon' },
  ]
  const { agent, asked, plugin } = await open(begun, [' a time.', 'Yes.'], { finishReason: 'interrupted' })
  await agent.resume('s').result
  expect(JSON.stringify(asked(0))).not.toContain(news)
  await agent.run('more', { sessionId: 's' }).result
  expect(asked(1)?.at(-1)?.content).toBe(`more\n\n${news}`)
  expect(plugin.asked).toEqual([false, true])
})
