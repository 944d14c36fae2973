import { TransportError } from '@hermes/core'
import { fail, type ProviderScript, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { tempHome } from '../../testing/temp-home.js'
import { tryModel } from './try-model.js'

async function tryWith(script: ProviderScript) {
  const provider = await startFakeProvider({ script })
  onTestFinished(() => provider.close())
  const { signal } = new AbortController()
  const settings = { provider: 'custom', baseUrl: provider.baseUrl, model: 'small', apiKey: 'none' }
  const tried = tryModel({ paths: await tempHome(), variables: {}, settings, signal })
  return { tried, provider }
}

const refuse = (message: string) => fail(new TransportError('invalid-request', message, { status: 400 }))
const offersTools = (body: unknown) => Array.isArray(Object(body).tools)

test('tries a model the way an agent calls it, with a tool', async () => {
  const { tried, provider } = await tryWith(() => text('ready'))
  await expect(tried).resolves.toMatchObject({ model: 'small' })
  expect(provider.requests.map(({ body }) => offersTools(body))).toEqual([true])
})

test('distinguishes a server without tool support from one that does not answer', async () => {
  const { tried } = await tryWith((body) =>
    offersTools(body) ? refuse('small does not support tools') : text('ready'),
  )
  await expect(tried).rejects.toMatchObject({
    kind: 'invalid-request',
    message: expect.stringMatching(/^small answers, but cannot call tools here.*does not support tools/s),
  })
})

test("keeps the server's error if a request without tools is rejected as well", async () => {
  const { tried } = await tryWith(() => refuse('the model is being loaded'))
  await expect(tried).rejects.toMatchObject({ message: expect.not.stringContaining('tools here') })
})
