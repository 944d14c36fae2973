import { expect, test } from 'vitest'
import { createStyle } from '../render/style.js'
import { describeApproval, toClarification } from './ask-user.js'

const style = createStyle(false)

test('an approval shows the whole command, its controls escaped, each row marked', () => {
  const subject = `rm -rf build\necho "because: it is safe"\u001b[2K\r\u202e${'x'.repeat(3000)}`
  const shown = describeApproval(
    { sessionId: 's', tool: 'terminal', subject, workingDirectory: '/work', reasons: ['Deletes a folder.'] },
    style,
  )
  expect(shown).toContain('│ rm -rf build\n│ echo "because: it is safe"\\x1b[2K\\x0d\\u202exxx')
  expect(shown).toContain('x'.repeat(3000))
  expect(shown).toContain('in /work\nbecause: Deletes a folder.\n')
})

test('a number stands for a choice, anything else for itself', () => {
  const question = { sessionId: 's', text: 'Which?', choices: ['red', 'blue'] }
  expect(toClarification(question, ' 2 ')).toBe('blue')
  expect(toClarification(question, '3')).toBe('3')
  expect(toClarification(question, 'green')).toBe('green')
  expect(toClarification(question, '  ')).toBeUndefined()
})
