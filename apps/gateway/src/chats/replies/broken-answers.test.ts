import { cut, hang, type ProviderScript, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

/** The answers of the provider break off. Another provider is asked, whose answer waits for `goOn`. */
async function setUp(beginning: string, then: Extract<ProviderScript, { kind: 'answer' | 'hang' }>) {
  const goOn = Promise.withResolvers<void>()
  const spare = await startFakeProvider({ script: () => goOn.promise.then(() => then) })
  onTestFinished(() => spare.close())
  const chats = await serveChats({
    script: cut(text(beginning)),
    settings: {
      agent: { api_max_retries: 0 },
      fallback_providers: [{ provider: 'custom', base_url: spare.baseUrl, model: 'spare' }],
    },
  })
  chats.network().say({ text: 'tell me' })
  return { ...chats, goOn: () => goOn.resolve() }
}

const why = expect.stringMatching(/^🔄 .* Continuing with spare/)

test('a text that broke off is replaced in its message while another model writes', async () => {
  const { shown, goOn } = await setUp('Once there was a kettle, and', hang(text('There is no kettle in this story.')))
  await expect.poll(() => shown()).toEqual([expect.stringContaining('Once there was a kettle, and')])
  goOn()
  await expect.poll(() => shown()).toEqual([expect.stringMatching(/^There is no kettle in this story\./), why])
})

test('the messages of a long text that broke off are replaced, and leftover ones are removed', async () => {
  const { network, shown, goOn } = await setUp('A very long beginning. '.repeat(30), text('Short.'))
  await expect.poll(() => shown().length).toBeGreaterThan(2)
  const [first] = network().shown
  goOn()
  await expect.poll(() => shown()).toEqual(['Short.', why])
  expect(network().shown[0]).toMatchObject({ messageId: first?.messageId })
})
