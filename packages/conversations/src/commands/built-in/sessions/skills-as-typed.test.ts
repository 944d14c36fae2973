import { textOf } from '@hermes/core'
import { toSkillMessage } from '@hermes/safety'
import { expect, it } from 'vitest'
import { agent, setUp, storeWith, user } from '../../testing/set-up-commands.js'

it('shows a message that starts a skill as it was typed, and stores its full text', async () => {
  const started = toSkillMessage({ texts: ['Skill: review\nFolder: /s\n\nRead it twice.'], request: 'the last commit' })
  const store = await storeWith([user(started), agent('Done.')])
  const { run } = setUp({ store })
  expect(await run('/history')).toMatchObject({ rows: [{ text: '/review the last commit' }, { text: 'Done.' }] })
  const [stored] = await store.messages.load('session-1')
  expect(textOf(stored?.message.content ?? '')).toBe(started)
  expect(await run('/undo')).toMatchObject({ text: expect.stringContaining('"/review the last commit"') })
})
