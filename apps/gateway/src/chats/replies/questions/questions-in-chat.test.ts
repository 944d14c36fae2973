import { cp } from 'node:fs/promises'
import { call, createScriptedNetwork, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../../testing/serve-chats.js'
import { temporaryHome } from '../../../../testing/serve-home.js'

const patient = { timeout: 10_000 }
const ended = '❓ Which colour?\n\n_The question has ended._'

async function openOn(network: ReturnType<typeof createScriptedNetwork>, home = temporaryHome()) {
  const ask = call('clarify', { question: 'Which colour?', choices: ['red', 'green'] })
  const chats = await serveChats({
    platforms: { net: { admins: ['ada'], tool_progress: 'off', stream: false } },
    networks: new Map([['net', network]]),
    home,
    script: [ask, ask, text('Painted.')],
  })
  return chats
}

test('a question that is asked again after a restart is shown again', async () => {
  const network = createScriptedNetwork()
  const { stop, start } = await openOn(network)
  network.say({ text: 'paint it' })
  await expect.poll(() => network.shown, patient).toHaveLength(1)
  await stop()
  await start()
  await expect.poll(() => network.shown, patient).toHaveLength(2)
  expect(network.shown.map(({ buttons }) => buttons?.length)).toEqual([0, 2])
  expect(network.shown.map(({ text }) => text)).toEqual([ended, '❓ Which colour?'])
  network.say({ text: 'green' })
  await expect.poll(() => network.shown.at(-1)?.text, patient).toBe('Painted.')
})

test('the buttons of a question disappear after the death of its process', async () => {
  const network = createScriptedNetwork()
  const { home, store } = await openOn(network)
  network.say({ text: 'paint it' })
  await expect.poll(() => network.shown[0]?.buttons, patient).toHaveLength(2)
  await expect.poll(() => store.values?.list('chat-kept-messages')).toHaveLength(1)
  const [question] = (await store.questions?.find({ state: 'open' })) ?? []
  await store.questions?.hold(question?.askedBy ?? '', 0)
  const copy = temporaryHome()
  await cp(home, copy, { recursive: true })
  await openOn(network, copy)
  await expect.poll(() => network.shown[0], patient).toMatchObject({ text: ended, buttons: [] })
})

test('a question that is sent once more after the death of its process loses its buttons', async () => {
  const network = createScriptedNetwork()
  const { home, store } = await openOn(network)
  network.say({ text: 'paint it' })
  // The network shows the question, but the process does not learn that.
  network.failNext('lost-answer', 1_000)
  await expect.poll(() => network.shown[0]?.buttons, patient).toHaveLength(2)
  const attempts = () => store.values?.list('chat-attempts')
  await expect.poll(attempts, patient).toMatchObject([{ value: 'sending' }])
  const [question] = (await store.questions?.find({ state: 'open' })) ?? []
  await store.questions?.hold(question?.askedBy ?? '', 0)
  const copy = temporaryHome()
  await cp(home, copy, { recursive: true })
  const later = createScriptedNetwork()
  await openOn(later, copy)
  const first = () => later.shown[0]
  await expect.poll(first, patient).toMatchObject({ text: expect.stringContaining(ended), buttons: [] })
  expect(first()?.edits).toBe(1)
})
