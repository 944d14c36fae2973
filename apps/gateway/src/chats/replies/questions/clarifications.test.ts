import { call, createScriptedNetwork, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../../testing/serve-chats.js'

const patient = { timeout: 10_000 }
const choices = ['red', 'green', 'blue']

async function askOn(network: ReturnType<typeof createScriptedNetwork>) {
  const chats = await serveChats({
    platforms: { net: { admins: ['ada'], tool_progress: 'off', stream: false } },
    networks: new Map([['net', network]]),
    script: [
      call('clarify', { question: 'Which colours?', choices }),
      (request) => text(`Read: ${JSON.parse(String(Object(request).messages.at(-1).content)).answer}`),
    ],
  })
  chats.network().say({ text: 'paint it' })
  await expect.poll(() => chats.shown(), patient).toHaveLength(1)
  return chats
}

test('choices have numbers if there are not enough buttons, and several can be named', async () => {
  const { network, shown } = await askOn(createScriptedNetwork({ limits: { buttons: { max: 2, maxValueBytes: 64 } } }))
  expect(shown()[0]).toMatch(/^❓ Which colours\?\n\n1\. red\n2\. green\n3\. blue\n\nAnswer with a number/)
  network().say({ text: '1, 3' })
  await expect.poll(() => shown()[1], patient).toBe('Read: red, blue')
})

test.each([
  ['2', 'green'],
  ['2 9', '2 9'],
  ['1 of each', '1 of each'],
])('with buttons, %s is the answer %s', async (said, answer) => {
  const { network, shown } = await askOn(createScriptedNetwork())
  expect(shown()[0]).toBe('❓ Which colours?')
  network().say({ text: said })
  await expect.poll(() => shown()[1], patient).toBe(`Read: ${answer}`)
})

test.each([
  ['an answer by text', '2', '❓ Which colours?'],
  ['/stop, which it says', '/stop', '❓ Which colours?\n\n_The question has ended._'],
])('the buttons of a question disappear with %s', async (_, said, text) => {
  const { network } = await askOn(createScriptedNetwork())
  expect(network().shown[0]?.buttons).toHaveLength(3)
  network().say({ text: said })
  await expect.poll(() => network().shown[0], patient).toMatchObject({ text, buttons: [] })
})

test('a question whose message was deleted is settled silently', async () => {
  const { network, shown, store } = await askOn(createScriptedNetwork())
  const [message] = network().shown
  if (message) await network().connect().remove?.(message, { signal: new AbortController().signal })
  network().say({ text: 'green' })
  await expect.poll(() => shown(), patient).toEqual(['Read: green'])
  await expect.poll(() => store.values?.list('chat-kept-messages'), patient).toEqual([])
  await expect.poll(() => store.queue?.list({ queue: 'chat-outbox' }), patient).toEqual([])
  expect(shown()).toEqual(['Read: green'])
})

test('a message right behind /stop does not answer the question that it ends', async () => {
  const { network, shown, provider } = await serveChats({
    platforms: { net: { admins: ['ada'], tool_progress: 'off', stream: false } },
    script: (body) => {
      const { role, content } = Object(body).messages.at(-1)
      return content === 'paint it'
        ? call('clarify', { question: 'Which colours?', choices })
        : text(`${role}: ${content}`)
    },
  })
  for (let round = 1; round <= 3; round += 1) {
    network().say({ text: 'paint it' })
    await expect.poll(() => shown().at(-1), patient).toBe('❓ Which colours?')
    network().say({ text: '/stop' })
    network().say({ text: 'green' })
    await expect.poll(() => provider.requests.length, patient).toBe(2 * round)
    await expect.poll(() => shown().slice(-2), patient).toEqual(['The turn was ended.', 'user: green'])
  }
})
