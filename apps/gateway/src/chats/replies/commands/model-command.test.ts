import { text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../../testing/serve-chats.js'

const patient = { timeout: 10_000 }

test('/model in a chat offers the short names and the models of the server, and the next turn uses the chosen model', async () => {
  const { network, shown, provider } = await serveChats({
    script: () => text('Hello.'),
    settings: { model_aliases: { small: { model: 'tiny-1b', context_length: 50_000 } } },
  })
  network().say({ text: '/model' })
  await expect.poll(() => shown()[0], patient).toMatch(/^fake-model \(custom\)[\s\S]*small[\s\S]*fake-model/)
  network().say({ text: '/model small' })
  await expect.poll(() => shown()[1], patient).toMatch(/^The model is tiny-1b \(custom\) · 50,000 tokens/)
  network().say({ text: 'hi' })
  await expect.poll(() => shown()[2], patient).toBe('Hello.')
  expect(provider.requests.at(-1)?.body).toMatchObject({ model: 'tiny-1b' })
})
