import { TransportError } from '@hermes/core'
import { fail, type ProviderScript, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { serveChats } from '../../../../testing/serve-chats.js'

const refused = fail(new TransportError('auth', 'The key is rejected.'))

/** Opens a conversation whose model does not answer, with fallback models. */
async function setUp(script: ProviderScript, spares: Readonly<Record<string, ProviderScript>>) {
  const servers = await Promise.all(
    Object.entries(spares).map(async ([model, script]) => {
      const spare = await startFakeProvider({ script })
      onTestFinished(() => spare.close())
      return { provider: 'custom', base_url: spare.baseUrl, model }
    }),
  )
  const served = await serveChats({
    script,
    settings: { agent: { api_max_retries: 0 }, fallback_providers: servers },
  })
  const ask = async (words: string) => {
    const before = served.shown().length
    served.network().say({ text: words })
    await expect.poll(() => served.shown().at(-1)).toBe(`About ${words}.`)
    return served.shown().slice(before)
  }
  return { ...served, ask }
}

function aboutNewest({ messages }: { readonly messages?: unknown }) {
  const newest = Array.isArray(messages) ? messages.findLast(({ role }) => role === 'user') : undefined
  return text(`About ${newest?.content}.`)
}
const answers: ProviderScript = (body) => aboutNewest(body)
const told = expect.stringMatching(/^🔄 .*rejected.* Continuing with spare by Custom server\.$/)

test('tells a chat once, above the answer, that another model answers, and why', async () => {
  const { ask, stop, start, provider } = await setUp(refused, { spare: answers })
  expect(await ask('tea')).toEqual([told, 'About tea.'])
  expect(await ask('milk')).toEqual(['About milk.'])
  await stop()
  await start()
  expect(await ask('cups')).toEqual(['About cups.'])
  // The conversation's model is available again, and fails later.
  provider.setScript(answers)
  expect(await ask('pots')).toEqual(['About pots.'])
  provider.setScript(refused)
  expect(await ask('lids')).toEqual([told, 'About lids.'])
})

test('tells a chat about each model that takes over during an outage', async () => {
  let isFirstDown = false
  const { ask, provider } = await setUp(refused, {
    first: (body) => (isFirstDown ? refused : aboutNewest(body)),
    spare: answers,
  })
  expect((await ask('tea')).join('\n')).toMatch(/^🔄 .* Continuing with first by .*\nAbout tea\.$/)
  isFirstDown = true
  expect((await ask('milk')).join('\n')).toMatch(/^🔄 .*\n.* Continuing with spare by .*\nAbout milk\.$/)
  expect(await ask('cups')).toEqual(['About cups.'])
  provider.setScript(answers)
  expect(await ask('pots')).toEqual(['About pots.'])
})

test('tells in one message why several models did not answer', async () => {
  const { ask } = await setUp(refused, { first: refused, spare: answers })
  const all = await ask('tea')
  expect(all.join('\n')).toMatch(/^🔄 .* Continuing with first by .*\n.* Continuing with spare by .*\nAbout tea\.$/)
})

test('says nothing if all models failed, because the answer has the reason', async () => {
  const { network, shown } = await setUp(refused, { spare: refused })
  network().say({ text: 'tea' })
  await expect.poll(() => shown()).toEqual([expect.stringMatching(/^⚠️ /)])
})
