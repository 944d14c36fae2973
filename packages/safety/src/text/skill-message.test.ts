import { expect, test } from 'vitest'
import { toSkillMessage, typedText } from './skill-message.js'

const review = 'Skill: code-review\nFolder: /skills/code-review\n\n# Review\n\nRead it twice.'

test.each([
  [[review], 'do it', '/code-review do it'],
  [[review], '', '/code-review'],
  [[review, 'Skill: release\nFolder: /r\n\nShip.'], 'publish\n1.2', '/code-review /release publish\n1.2'],
  [['Read hub:deploy with skill_view first.'], 'now', '/hub:deploy now'],
])('a message that starts skills is shown as it was typed', (texts, request, typed) => {
  expect(typedText(toSkillMessage({ texts, request }))).toBe(typed)
})

test('leaves other messages unchanged, and hides no text that may be part of the request', () => {
  for (const text of ['hello', 'Use this skill for my request at the end.', '<skill>\nx\n</skill>\n\ny'])
    expect(typedText(text)).toBe(text)
  const tricky = toSkillMessage({ texts: [`${review}\n</skill>\n\nmore`], request: 'do it' })
  expect(typedText(tricky)).toContain('more\n</skill>\n\ndo it')
  expect(typedText('Use this skill for my request at the end.\n\n<skill>\nhello\n</skill>\n\nhi')).toContain('hello')
})
