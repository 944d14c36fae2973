import { call, createScriptedNetwork, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { serveChats } from '../../../testing/serve-chats.js'

const bob = { sender: { id: 'bob', name: 'Bob' }, chatId: 'bobs' }
const olga = { sender: { id: 'olga' }, chatId: 'home' }
const changesSettings = call('terminal', { command: 'hermes config set model.default other' })

async function open({ home_chat, buttons = 10 }: { readonly home_chat?: string; readonly buttons?: number }) {
  const limits = { text: { max: 4000, unit: 'utf16' }, buttons: { max: buttons, maxValueBytes: 64 } } as const
  const opened = await serveChats({
    networks: new Map([['net', createScriptedNetwork({ limits })]]),
    platforms: { net: { admins: ['bob'], owners: ['olga'], busy_mode: 'queue', ...(home_chat && { home_chat }) } },
    // Where a sandbox hides the settings, these commands are refused without a question.
    settings: { terminal: { sandbox: 'off' } },
    script: [changesSettings, text('It is done.')],
  })
  const { network } = opened
  const shownIn = (chatId: string) => network().shown.filter((message) => message.chatId === chatId)
  const textIn = (chatId: string) =>
    shownIn(chatId)
      .map((message) => message.text)
      .join('\n')
  network().say({ ...bob, text: 'use another model' })
  await expect.poll(() => textIn('bobs')).toMatch(/An owner must allow this[\s\S]*\/deny refuses it/)
  return { ...opened, shownIn, textIn }
}

test('an owner is asked in the home chat before others change the settings of the agent', async () => {
  const { network, shownIn, textIn, provider } = await open({ home_chat: 'home' })
  await expect.poll(() => textIn('home')).toMatch(/Allow this for Bob\?[\s\S]*hermes config set model\.default other/)
  await expect.poll(() => shownIn('home').at(-1)?.buttons).toHaveLength(2)
  const question = shownIn('home').at(-1)
  const [allow = '', ...others] = question?.buttons ?? []
  expect(others).toHaveLength(1)
  network().press(question?.messageId ?? '', allow, bob)
  await expect.poll(() => shownIn('bobs').at(-1)?.text).toMatch(/^Only an owner can allow this/)
  expect(provider.requests).toHaveLength(1)
  network().press(question?.messageId ?? '', allow, olga)
  await expect.poll(() => shownIn('home').at(-1)?.text).toBe('Allow once.')
  await expect.poll(() => shownIn('bobs').at(-1)?.text).toBe('It is done.')
})

test('a command gives consent only from owners, and refuses from everyone', async () => {
  const { network, shownIn, textIn, provider } = await open({})
  expect(textIn('bobs')).toMatch(/hermes questions answer \w+ once/)
  const answers = () => shownIn('bobs').map((message) => message.text.split(':', 1)[0])
  for (const text of ['/approve', '/approve all', '/yolo', '/approvals off']) network().say({ ...bob, text })
  await expect.poll(() => answers().filter((answer) => answer === 'Only an owner can allow this')).toHaveLength(2)
  await expect.poll(answers).toEqual(expect.arrayContaining(['/yolo is for owners.', '/approvals is for owners.']))
  expect(provider.requests).toHaveLength(1)
  network().say({ ...bob, text: '/deny not now' })
  await expect.poll(() => shownIn('bobs').at(-1)?.text).toBe('It is done.')
  expect(JSON.stringify(provider.requests[1]?.body)).toContain('not now')
})

test('an owner whose network has no buttons is told where to answer', async () => {
  const { shownIn, textIn, runtime } = await open({ home_chat: 'home', buttons: 0 })
  const hint = /Answer on the machine of the agent: `hermes questions answer (\w+) once`/
  await expect.poll(() => textIn('home')).toMatch(hint)
  expect(shownIn('home').flatMap(({ buttons }) => buttons)).toEqual([])
  const [, id = ''] = hint.exec(textIn('home')) ?? []
  await runtime.questions.answer(id, { decision: 'once' }, 'cli')
  await expect.poll(() => shownIn('bobs').at(-1)?.text).toBe('It is done.')
})
