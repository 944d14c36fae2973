import { createMemoryStore } from '@hermes/core'
import { call, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { serveChats } from '../../testing/serve-chats.js'
import { createPayers } from '../spending/payers.js'

const usage = { inputTokens: 90, outputTokens: 10 }
const tokensPerCall = 100
const price = { input: 100, output: 1100 }
const dollarsPerCall = (90 * 100 + 10 * 1100) / 1e6

/** Serves a member of a chat and the holder of a key, with a model that delegates on request. */
async function serveSpenders(settings: Parameters<typeof serveChats>[0]['settings'] = {}) {
  const chats = await serveChats({
    platforms: { net: { allow_all: true, busy_mode: 'queue' } },
    settings: {
      model_overrides: { 'fake-model': { price } },
      gateway: { api_server: { port: 0, key: 'test-key', keys: { blog: { key: 'blog-key' } } } },
      goals: { max_turns: 2 },
      // Without a budget, spending is written once a minute.
      people: { user: { tokens_per_day: 1_000_000 } },
      ...settings,
    },
    script: (request) => {
      const said = JSON.stringify(Object(request).messages.at(-1))
      const isMain = JSON.stringify(Object(request).tools ?? []).includes('delegate_task')
      if (said.includes('two tasks') && isMain)
        return call('delegate_task', { tasks: [{ goal: 'Count.' }, { goal: 'Add.' }] }, { usage })
      if (JSON.stringify(Object(request).messages).includes('unreached'))
        return text('{"verdict":"unreached","reason":"no"}', { usage })
      return text('Done.', { usage })
    },
  })
  const { gateway, provider, store, shown, network } = chats
  return {
    ...chats,
    post: (body: object) =>
      fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer blog-key' },
        body: JSON.stringify(body),
      }),
    async rowOfKey() {
      const response = await fetch(`${gateway.url}/api/usage`, { headers: { authorization: 'Bearer blog-key' } })
      return Object(await response.json()).data[0]
    },
    spentInChat: (id: string) => store.values?.get('chat.spending', id),
    async say(content: string) {
      const before = shown().length
      network().say({ text: content })
      await expect.poll(() => shown().length, { timeout: 10_000 }).toBeGreaterThan(before)
    },
    /** Returns the values of a metric by its labels. */
    async metric(name: string) {
      const headers = { authorization: 'Bearer test-key' }
      const text = await (await fetch(`${gateway.url}/metrics`, { headers })).text()
      const found = [...text.matchAll(new RegExp(`^${name}{(.*)} (.*)$`, 'gm'))]
      return Object.fromEntries(found.map(([, labels = '', figure]) => [labels, Number(figure)]))
    },
    calls: () => provider.requests.length,
  }
}

describe('a model call is paid for by', () => {
  test('the key whose sub-agent makes it', async () => {
    const { post, rowOfKey, calls } = await serveSpenders()
    expect((await post({ messages: [{ role: 'user', content: 'two tasks' }] })).status).toBe(200)
    expect(calls()).toBe(4)
    const { turns, tokens, usd } = await rowOfKey()
    expect({ turns, tokens }).toEqual({ turns: 1, tokens: 4 * tokensPerCall })
    expect(usd).toBeCloseTo(4 * dollarsPerCall)
  })

  test('the person whose sub-agent makes it', async () => {
    const { say, spentInChat, calls } = await serveSpenders()
    await say('two tasks')
    await expect.poll(async () => Object(await spentInChat('net:ada')).turns).toBe(1)
    expect(calls()).toBe(4)
    expect(await spentInChat('net:ada')).toMatchObject({
      tokens: 4 * tokensPerCall,
      microUsd: Math.round(4 * dollarsPerCall * 1e6),
    })
  })

  test('the person whose goal is judged, and once for a side question', async () => {
    const { say, spentInChat, calls, shown } = await serveSpenders()
    await say('/goal write the docs')
    await expect.poll(() => shown().join('\n'), { timeout: 10_000 }).toMatch(/paused/i)
    await expect.poll(async () => Object(await spentInChat('net:ada')).turns).toBe(1)
    expect(calls()).toBeGreaterThan(3)
    expect(await spentInChat('net:ada')).toMatchObject({ tokens: calls() * tokensPerCall })
    await say('/btw which docs?')
    expect(await spentInChat('net:ada')).toMatchObject({ turns: 1, tokens: calls() * tokensPerCall })
  })

  test('its payer, while the metrics count the calls of all tasks', async () => {
    const { post, say, shown, calls, metric } = await serveSpenders()
    expect((await post({ messages: [{ role: 'user', content: 'two tasks' }] })).status).toBe(200)
    expect(calls()).toBe(4)
    expect(await metric('hermes_tokens_total')).toEqual({
      'kind="prompt",task="turn"': 4 * usage.inputTokens,
      'kind="cached",task="turn"': 0,
      'kind="output",task="turn"': 4 * usage.outputTokens,
    })
    await say('/goal write the docs')
    await expect.poll(() => shown().join('\n'), { timeout: 10_000 }).toMatch(/paused/i)
    await say('/btw which docs?')
    const cost = await metric('hermes_cost_usd_total')
    expect(Object.keys(cost)).toEqual(['task="turn"', 'task="goal_judge"', 'task="side_question"'])
    expect(cost['task="side_question"']).toBeCloseTo(dollarsPerCall)
    const sum = Object.values(cost).reduce((left, right) => left + right)
    expect(sum).toBeCloseTo(calls() * dollarsPerCall)
  })

  test('the person who started the work, not the one with the next turn of the conversation', async () => {
    const store = createMemoryStore()
    const session = (id: string, more: object = {}) =>
      store.sessions.create({ id, source: 'net', userId: 'ada', startedAtMs: 0, ...more })
    await session('talk')
    await session('child', { parentSessionId: 'talk', link: 'delegate' })
    await session('later', { parentSessionId: 'talk', link: 'compression' })
    await session('branch', { parentSessionId: 'talk', link: 'branch', userId: 'eve' })
    const payers = createPayers(store)
    expect(await payers.of('talk')).toBe('ada')
    payers.note('talk', 'bob')
    expect(await payers.of('child')).toBe('bob')
    payers.note('talk', 'carl')
    const of = (ids: readonly string[]) => Promise.all(ids.map((id) => payers.of(id)))
    expect(await of(['talk', 'child', 'later', 'branch', 'unknown'])).toEqual(['carl', 'bob', 'carl', 'eve', undefined])
  })
})
