import { expect, test } from 'vitest'
import { modelHint } from './model-hints.js'
import { platformHint } from './platform-hints.js'

test.each(['gpt-5.2', 'openai/gpt-5.2-codex', 'o3-mini', 'github:codex-mini'])('tells %s to act', (model) => {
  expect(modelHint(model)).toContain('call the tools in the same answer')
})

test.each(['claude-opus-4-6', 'anthropic/claude-sonnet-4.5', 'offline', 'my-o3', 'toString'])(
  'gives %s no hint',
  (model) => {
    expect(modelHint(model)).toBe('')
  },
)

test('describes the surface, as replaced and extended by the settings', () => {
  expect(platformHint('telegram', {})).toContain('Telegram')
  expect(platformHint('telegram', { telegram: { append: 'Answer in Dutch.' } })).toMatch(
    /Telegram.*\nAnswer in Dutch\.$/,
  )
  expect(platformHint('telegram', { telegram: { replace: '' } })).toBe('')
  expect(platformHint('own', { own: { replace: 'On a wall.' } })).toBe('On a wall.')
  expect(platformHint('constructor', {})).toBe('')
})
