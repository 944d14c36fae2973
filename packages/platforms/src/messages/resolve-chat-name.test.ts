import { createMemoryStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { createChatNames } from './chat-names.js'
import { resolveChatName } from './resolve-chat-name.js'

async function namesOf(...chats: readonly (readonly [id: string, name: string])[]) {
  const { values } = createMemoryStore()
  if (!values) throw new TypeError('The store has no values.')
  const names = createChatNames(values)
  for (const [id, name] of chats) await names.note('telegram', id, name)
  return names
}

test.each(['telegram:-5', 'telegram:-5:7', 'telegram', 'local', 'matrix:!a:b', 'matrix:#room:example.org'])(
  '%s stays unchanged',
  async (target) => {
    expect(await resolveChatName(target, await namesOf())).toBe(target)
  },
)

test('resolves a name to the id of the chat', async () => {
  const names = await namesOf(['-1', 'Team'], ['-2', 'Teamwork'])
  expect(await resolveChatName('telegram:#team', names)).toBe('telegram:-1')
  await names.note('telegram', '-1', 'Old team')
  await expect(resolveChatName('telegram:#team', names)).rejects.toThrow(
    'telegram has no chat "#team": known are #Old team, #Teamwork.',
  )
})

test('rejects an unknown or ambiguous name', async () => {
  const refused = (target: string, names: Awaited<ReturnType<typeof namesOf>>) =>
    expect(resolveChatName(target, names)).rejects
  await refused('telegram:#team', await namesOf()).toMatchObject({ code: 'schedule/job' })
  const twins = await namesOf(['-1', 'Team'], ['-2', 'team'])
  await refused('telegram:#team', twins).toThrow('choose one of telegram:-1, telegram:-2.')
})
